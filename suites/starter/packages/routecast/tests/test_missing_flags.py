import unittest

from routecast import QueryDict, Request, parse_query


class MissingFlagTest(unittest.TestCase):
    def test_missing_flag_is_off(self):
        for text in ("", "?", "a=1", "flags=1&Flag=yes"):
            with self.subTest(text=text):
                self.assertIs(parse_query(text).get_bool("flag"), False)
                self.assertIs(parse_query(text).get_bool("flag", True), True)
                self.assertIs(parse_query(text + "&flag=on").get_bool("flag"), True)

    def test_request(self):
        request = Request("GET", "/x?on=1&off=0&empty")
        found = [request.query.get_bool(name) for name in ("on", "off", "empty", "none")]
        self.assertEqual(found, [True, False, False, False])
        self.assertIs(QueryDict().get_bool("none"), False)
