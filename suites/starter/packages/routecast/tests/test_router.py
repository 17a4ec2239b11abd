import unittest

from routecast import MethodNotAllowed, NotFound, PatternError, Router, RoutingError


def handler(name):
    def handle(request, **params):
        return name

    handle.__name__ = name
    return handle


def names(router):
    return [route.handler.__name__ for route in router]


class MatchTest(unittest.TestCase):
    def setUp(self):
        self.router = Router()

    def test_params(self):
        self.router.add("/users/<int:id>", handler("user"))
        match = self.router.match("get", "/users/5")
        self.assertEqual(match.params, {"id": 5})
        self.assertEqual(match.handler.__name__, "user")

    def test_not_found(self):
        with self.assertRaises(NotFound) as caught:
            self.router.match("GET", "/nothing")
        self.assertEqual(caught.exception.path, "/nothing")

    def test_method_not_allowed(self):
        self.router.add("/a", handler("a"), methods=["post", "PUT"])
        with self.assertRaises(MethodNotAllowed) as caught:
            self.router.match("GET", "/a")
        self.assertEqual(caught.exception.allowed, ["POST", "PUT"])
        self.assertEqual(caught.exception.status, 405)

    def test_head_follows_get(self):
        self.router.add("/a", handler("a"))
        self.assertEqual(self.router.match("HEAD", "/a").handler.__name__, "a")

    def test_any_method(self):
        self.router.add("/a", handler("a"), methods=None)
        self.assertEqual(self.router.match("PATCH", "/a").handler.__name__, "a")

    def test_trailing_slash(self):
        self.router.add("/a", handler("a"))
        self.assertTrue(self.router.match("GET", "/a/"))
        strict = Router(strict_slashes=True)
        strict.add("/a", handler("a"))
        with self.assertRaises(NotFound):
            strict.match("GET", "/a/")


class SharedPathTest(unittest.TestCase):
    def setUp(self):
        self.router = Router()
        self.router.add("/items", handler("list_items"))
        self.router.add("/items", handler("create"), methods=["POST"])
        self.router.add("/items", handler("wipe"), methods=["DELETE"])

    def test_one_route_for_each_method(self):
        for method, name in (("GET", "list_items"), ("POST", "create"), ("DELETE", "wipe")):
            with self.subTest(method=method):
                self.assertEqual(self.router.match(method, "/items").handler.__name__, name)

    def test_allowed_methods_of_all_routes(self):
        with self.assertRaises(MethodNotAllowed) as caught:
            self.router.match("PATCH", "/items")
        self.assertEqual(caught.exception.allowed, ["DELETE", "GET", "HEAD", "POST"])

    def test_less_specific_route_with_the_method(self):
        self.router.add("/items/latest", handler("latest"))
        self.router.add("/items/<key>", handler("remove"), methods=["DELETE"])
        match = self.router.match("DELETE", "/items/latest")
        self.assertEqual(match.handler.__name__, "remove")
        self.assertEqual(match.params, {"key": "latest"})


class OrderTest(unittest.TestCase):
    def test_specific_first(self):
        router = Router()
        for source, name in [("/<path:p>", "path"), ("/<x>", "str"), ("/<int:n>", "int"),
                             ("/new", "static")]:
            router.add(source, handler(name))
        self.assertEqual(names(router), ["static", "int", "str", "path"])
        self.assertEqual(router.match("GET", "/12").handler.__name__, "int")

    def test_priority_beats_specificity(self):
        router = Router()
        router.add("/new", handler("static"))
        router.add("/<x>", handler("catch"), priority=1)
        self.assertEqual(names(router), ["catch", "static"])

    def test_equal_routes_keep_their_order(self):
        router = Router()
        for name in ("one", "two", "three"):
            router.add(f"/<{name}>", handler(name))
        self.assertEqual(names(router), ["one", "two", "three"])

    def test_adding_after_a_look_up(self):
        router = Router()
        router.add("/<x>", handler("str"))
        self.assertEqual(router.match("GET", "/1").handler.__name__, "str")
        router.add("/<int:n>", handler("int"))
        self.assertEqual(router.match("GET", "/1").handler.__name__, "int")


class NameTest(unittest.TestCase):
    def setUp(self):
        self.router = Router()
        self.router.add("/users/<int:id>", handler("user"), name="user")
        self.router.add("/search", handler("search"), name="search")

    def test_url_for(self):
        self.assertEqual(self.router.url_for("user", id=3), "/users/3")

    def test_surplus_parameters(self):
        url = self.router.url_for("user", id=3, tab="a b", page=2, none=None)
        self.assertEqual(url, "/users/3?tab=a+b&page=2")

    def test_plus_in_surplus_parameters(self):
        url = self.router.url_for("search", q="c++ 1+1")
        self.assertEqual(url, "/search?q=c%2B%2B+1%2B1")

    def test_parameter_called_name(self):
        self.router.add("/hello/<name>", handler("hello"), name="hello")
        self.assertEqual(self.router.url_for("hello", name="x"), "/hello/x")

    def test_errors(self):
        with self.assertRaises(RoutingError):
            self.router.url_for("nobody")
        with self.assertRaises(PatternError):
            self.router.url_for("user")
        with self.assertRaisesRegex(RoutingError, "already a route named 'user'"):
            self.router.add("/other", handler("x"), name="user")


class GroupTest(unittest.TestCase):
    def test_prefixes(self):
        router = Router()
        with router.group("/api/"):
            with router.group("v1"):
                router.get("/a")(handler("a"))
            router.post("/b")(handler("b"))
        router.get("/c")(handler("c"))
        sources = [route.pattern.source for route in router]
        self.assertEqual(sorted(sources), ["/api/b", "/api/v1/a", "/c"])
        self.assertEqual(len(router), 3)

    def test_prefix_is_reset_after_an_error(self):
        router = Router()
        with self.assertRaises(PatternError):
            with router.group("x"):
                router.add("/<", handler("a"))
        router.add("/y", handler("y"))
        self.assertTrue(router.match("GET", "/y"))
