import unittest

from ledgerkit.accounts import AccountTree, is_within, normal_sign, normalize_name, parent_name
from ledgerkit.errors import LedgerError, UnknownAccountError


class NameTest(unittest.TestCase):
    def test_normalize_strips_parts(self):
        self.assertEqual(normalize_name("Assets : Bank "), "Assets:Bank")

    def test_invalid_names(self):
        for name in ("", "Assets:", "Stuff:Bank", "Assets::Bank", "Assets:?"):
            with self.subTest(name=name), self.assertRaises(LedgerError):
                normalize_name(name)

    def test_parent(self):
        self.assertEqual(parent_name("Assets:Bank:Joint"), "Assets:Bank")
        self.assertIsNone(parent_name("Assets"))

    def test_normal_sign(self):
        self.assertEqual(normal_sign("Expenses:Food"), 1)
        self.assertEqual(normal_sign("Income:Salary"), -1)

    def test_within(self):
        self.assertTrue(is_within("Assets:Bank", "Assets:Bank"))
        self.assertTrue(is_within("Assets:Bank:Joint", "Assets"))
        self.assertFalse(is_within("Assets", "Assets:Bank"))

    def test_within_stops_at_whole_parts(self):
        self.assertFalse(is_within("Assets:Bank Fees", "Assets:Bank"))
        self.assertFalse(is_within("Expenses:Carpet:Hall", "Expenses:Car"))
        self.assertTrue(is_within("Expenses:Car:Petrol", "Expenses:Car"))


class TreeTest(unittest.TestCase):
    def setUp(self):
        self.tree = AccountTree(["Expenses:Food:Out", "Assets:Bank", "Expenses:Rent"])

    def test_parents_are_declared(self):
        self.assertIn("Expenses:Food", self.tree)
        self.assertEqual(len(self.tree), 6)

    def test_order(self):
        self.assertEqual(
            [account.name for account in self.tree],
            [
                "Assets",
                "Assets:Bank",
                "Expenses",
                "Expenses:Food",
                "Expenses:Food:Out",
                "Expenses:Rent",
            ],
        )

    def test_leaves_and_depth(self):
        self.assertEqual(
            self.tree.leaves(), ["Assets:Bank", "Expenses:Food:Out", "Expenses:Rent"]
        )
        self.assertEqual(self.tree.get("Expenses:Food:Out").depth, 2)
        self.assertEqual(self.tree.get("Expenses:Food:Out").short_name, "Out")

    def test_unknown(self):
        with self.assertRaises(UnknownAccountError) as caught:
            self.tree.get("Assets:Cash")
        self.assertEqual(caught.exception.name, "Assets:Cash")

    def test_close_includes_children(self):
        self.tree.close("Expenses:Food")
        self.assertTrue(self.tree.get("Expenses:Food:Out").closed)
        self.assertFalse(self.tree.get("Expenses:Rent").closed)

    def test_declare_again_updates_note(self):
        self.tree.declare("Assets:Bank", note="joint")
        self.assertEqual(self.tree.get("Assets:Bank").note, "joint")
        self.assertEqual(len(self.tree), 6)

    def test_find(self):
        self.assertEqual(self.tree.find("food"), ["Expenses:Food", "Expenses:Food:Out"])
