import unittest

from mdpress import DocumentStats, collect_stats, excerpt, parse
from mdpress.stats import top_words, words_in


class WordTest(unittest.TestCase):
    def test_words_in(self):
        words = words_in("It's well-known, isn't it?")
        self.assertEqual(words, ["It's", "well-known", "isn't", "it"])
        self.assertEqual(words_in(" - "), [])

    def test_top_words(self):
        document = parse("# Bees\n\nThe bees and the flowers. Flowers, bees, honey.\n")
        self.assertEqual(top_words(document, 2), [("bees", 3), ("flowers", 2)])

    def test_top_words_ties_are_by_name(self):
        self.assertEqual(top_words(parse("beta alpha")), [("alpha", 1), ("beta", 1)])


class CollectTest(unittest.TestCase):
    def test_counts(self):
        stats = collect_stats(parse(
            "# One two\n\nThree *four*. Five!\n\n- six\n\n```\nnot counted\n```\n\n"
            "| seven | eight |\n|---|---|\n| 9 | ten |\n\n![](a.png) [eleven](/x)\n"
        ))
        self.assertEqual(stats.words, 11)
        self.assertEqual((stats.headings, stats.paragraphs), (1, 3))
        self.assertEqual((stats.links, stats.images, stats.code_lines), (1, 1, 1))
        self.assertEqual(stats.sentences, 4)

    def test_wrapped_paragraph(self):
        stats = collect_stats(parse("one two\nthree\nfour *five\nsix*\n"))
        self.assertEqual(stats.words, 6)
        self.assertEqual(stats.characters, len("one two three four five six"))

    def test_hard_break_separates_words(self):
        self.assertEqual(collect_stats(parse("one\\\ntwo")).words, 2)

    def test_reading_minutes(self):
        self.assertEqual(DocumentStats().reading_minutes, 0)
        self.assertEqual(DocumentStats(words=1).reading_minutes, 1)
        self.assertEqual(DocumentStats(words=440).reading_minutes, 2)
        self.assertEqual(DocumentStats(words=441).reading_minutes, 3)

    def test_average_sentence(self):
        self.assertEqual(DocumentStats(words=9, sentences=2).average_sentence, 4.5)
        self.assertEqual(DocumentStats().average_sentence, 0.0)


class ExcerptTest(unittest.TestCase):
    def test_first_paragraph(self):
        document = parse("# Head\n\nThe *first* one.\n\nSecond.\n")
        self.assertEqual(excerpt(document), "The first one.")

    def test_wrapped_paragraph(self):
        document = parse("A paragraph that\nis wrapped in\nthe source.\n")
        self.assertEqual(excerpt(document), "A paragraph that is wrapped in the source.")
        self.assertEqual(excerpt(document, 22), "A paragraph that is...")

    def test_cut_at_word(self):
        document = parse("alpha beta, gamma delta")
        self.assertEqual(excerpt(document, 20), "alpha beta, gamma...")
        self.assertEqual(excerpt(document, 15), "alpha beta...")

    def test_exact_length_is_kept(self):
        self.assertEqual(excerpt(parse("abcd efgh"), 9), "abcd efgh")

    def test_long_word(self):
        self.assertEqual(excerpt(parse("abcdefghijkl"), 8), "abcde...")

    def test_summary_wins(self):
        self.assertEqual(excerpt(parse("---\nsummary: Short\n---\nLong text.\n")), "Short")

    def test_nothing_to_show(self):
        self.assertEqual(excerpt(parse("# Only a heading\n")), "")
