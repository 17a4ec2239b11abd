import unittest

from routecast import BadSignature, MalformedToken, Signer, TokenError, TokenExpired
from routecast.tokens import decode_segment, encode_segment


class TokenTest(unittest.TestCase):
    def setUp(self):
        self.now = 100.0
        self.signer = Signer("secret", lambda: self.now)

    def test_round_trip(self):
        data = {"user": 5, "name": "é"}
        self.assertEqual(self.signer.loads(self.signer.dumps(data)), data)

    def test_surrounding_space(self):
        self.assertEqual(self.signer.loads(f" {self.signer.dumps({})}\n"), {})

    def test_expiry(self):
        token = self.signer.dumps({"a": 1}, ttl=10)
        self.now = 109.9
        self.assertEqual(self.signer.loads(token), {"a": 1})
        self.now = 110.0
        with self.assertRaisesRegex(TokenExpired, "token expired at 110") as caught:
            self.signer.loads(token)
        self.assertEqual(caught.exception.expired_at, 110.0)

    def test_changed_payload(self):
        _, _, signature = self.signer.dumps({"admin": False}).partition(".")
        payload = encode_segment(b'{"d":{"admin":true}}')
        with self.assertRaises(BadSignature):
            self.signer.loads(f"{payload}.{signature}")

    def test_other_key_or_salt(self):
        token = self.signer.dumps({})
        for other in (Signer("other", lambda: 0.0), Signer("secret", lambda: 0.0, salt="x")):
            with self.assertRaises(BadSignature):
                other.loads(token)

    def test_rotation(self):
        rotated = Signer(["new", b"secret"], lambda: self.now)
        self.assertEqual(rotated.loads(self.signer.dumps({"a": 1})), {"a": 1})
        self.assertFalse(self.signer.is_valid(rotated.dumps({})))

    def test_is_valid(self):
        self.assertTrue(self.signer.is_valid(self.signer.dumps({})))
        self.assertFalse(self.signer.is_valid("nonsense"))

    def test_wrong_shape(self):
        for text in ("", ".", "abc", "abc.", ".abc"):
            with self.subTest(text=text):
                with self.assertRaises(MalformedToken):
                    self.signer.loads(text)

    def test_signature_of_impossible_length(self):
        payload = self.signer.dumps({}).partition(".")[0]
        for signature in ("a", "abcde", "a.b.c.d.e"):
            with self.subTest(signature=signature):
                with self.assertRaises(MalformedToken) as caught:
                    self.signer.loads(f"{payload}.{signature}")
                self.assertIsInstance(caught.exception, TokenError)

    def test_signature_outside_ascii(self):
        with self.assertRaises(MalformedToken):
            self.signer.loads("abcd.gr\u00fc\u00df")
        self.assertFalse(self.signer.is_valid("\u2603.\u2603"))

    def test_no_keys(self):
        for keys in ("", [], ["a", ""]):
            with self.subTest(keys=keys):
                with self.assertRaises(ValueError):
                    Signer(keys, lambda: 0.0)

    def test_segments(self):
        for data in (b"", b"a", b"ab", b"abc", bytes(range(256))):
            self.assertEqual(decode_segment(encode_segment(data)), data)
