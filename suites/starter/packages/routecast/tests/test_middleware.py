import unittest

from routecast import (
    Application, HTTPError, MiddlewareChain, RateLimiter, Request, Response, Router, Signer,
)
from routecast.middleware import Headers, limit_rate, negotiate_content, require_token


class HeadersTest(unittest.TestCase):
    def test_case(self):
        headers = Headers({"Content-Type": "a/b"})
        headers["content-type"] = "c/d"
        self.assertEqual(headers["CONTENT-TYPE"], "c/d")
        self.assertEqual(headers.to_dict(), {"Content-Type": "c/d"})

    def test_set_default(self):
        headers = Headers({"A": "1"})
        headers.set_default("a", 2)
        headers.set_default("b", 3)
        self.assertEqual(headers.to_dict(), {"A": "1", "b": "3"})


class ChainTest(unittest.TestCase):
    def test_order(self):
        log = []

        def logger(name):
            def middleware(request, following):
                log.append(name + " in")
                response = following(request)
                log.append(name + " out")
                return response

            return middleware

        chain = MiddlewareChain([logger("a")])
        chain.use(logger("b"))
        chain.wrap(lambda request: Response("ok"))(Request("GET", "/"))
        self.assertEqual(log, ["a in", "b in", "b out", "a out"])

    def test_short_cut(self):
        chain = MiddlewareChain([lambda request, following: Response("cached")])
        self.assertEqual(chain.wrap(self.fail)(Request("GET", "/")).body, "cached")


class ApplicationTest(unittest.TestCase):
    def setUp(self):
        self.router = Router()
        self.router.add("/hello/<name>", self.hello)

    def hello(self, request, name):
        return f"hello {name}" + "!" * request.query.get_int("loud", 0)

    def send(self, target="/hello/you", method="GET", middlewares=(), client="c", **headers):
        request = Request(method, target, Headers(headers), client)
        return Application(self.router, middlewares)(request)

    def test_handler(self):
        response = self.send("/hello/you?loud=2")
        self.assertEqual((response.status, response.body), (200, "hello you!!"))

    def test_head_has_no_body(self):
        response = self.send(method="HEAD")
        self.assertEqual((response.status, response.body), (200, ""))

    def test_routing_errors(self):
        self.assertEqual(self.send("/nope").status, 404)
        response = self.send(method="POST")
        self.assertEqual(response.status, 405)
        self.assertEqual(response.headers["Allow"], "GET, HEAD")

    def test_allow_header_names_all_methods(self):
        self.router.add("/hello/<name>", self.hello, methods=["PUT", "DELETE"])
        response = self.send(method="POST")
        self.assertEqual(response.headers["Allow"], "DELETE, GET, HEAD, PUT")
        self.assertEqual(self.send(method="PUT").status, 200)

    def test_http_error(self):
        def teapot(request, following):
            raise HTTPError(418, headers={"X-Pot": "tea"})

        response = self.send(middlewares=[teapot])
        self.assertEqual((response.status, response.body), (418, "status 418"))
        self.assertEqual(response.headers["x-pot"], "tea")

    def test_other_errors_are_not_hidden(self):
        self.router.add("/fail", lambda request: 1 // 0)
        with self.assertRaises(ZeroDivisionError):
            self.send("/fail")

    def test_rate_limit(self):
        limit = limit_rate(RateLimiter(1, 10, lambda: 0.0))
        first = self.send(middlewares=[limit])
        self.assertEqual(first.headers["X-RateLimit-Remaining"], "0")
        second = self.send(middlewares=[limit])
        self.assertEqual((second.status, second.headers["Retry-After"]), (429, "10"))
        self.assertEqual(self.send(middlewares=[limit], client="d").status, 200)

    def test_token(self):
        signer = Signer("k", lambda: 0.0)
        auth = [require_token(signer)]
        good = "bearer " + signer.dumps({"id": 1})
        self.assertEqual(self.send(middlewares=auth, Authorization=good).status, 200)
        for value in ("", "Bearer", "Bearer x", "Basic " + signer.dumps({})):
            with self.subTest(value=value):
                response = self.send(middlewares=auth, Authorization=value)
                self.assertEqual(response.status, 401)
                self.assertEqual(response.headers["WWW-Authenticate"], "Bearer")

    def test_garbage_token(self):
        auth = [require_token(Signer("k", lambda: 0.0))]
        for value in ("Bearer a.b", "Bearer abcd.\u00e9\u00e9\u00e9\u00e9"):
            with self.subTest(value=value):
                self.assertEqual(self.send(middlewares=auth, Authorization=value).status, 401)

    def test_negotiation(self):
        offers = [negotiate_content(["text/html", "application/json"])]
        response = self.send(middlewares=offers, Accept="application/*")
        self.assertEqual(response.headers["Content-Type"], "application/json")
        self.assertEqual(response.headers["Vary"], "Accept")
        self.assertEqual(self.send(middlewares=offers, Accept="image/png").status, 406)
