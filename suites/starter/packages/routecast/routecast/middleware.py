"""Requests, responses and the chain of middlewares around a handler."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Sequence

from .headers import negotiate
from .limiter import RateLimiter
from .query import QueryDict, parse_query
from .router import MethodNotAllowed, Router, RoutingError
from .tokens import Signer, TokenError


class Headers:
    """Header fields; names compare without case and keep their first spelling."""

    def __init__(self, fields: Optional[Dict[str, str]] = None) -> None:
        self._fields: Dict[str, tuple] = {}
        for name, value in (fields or {}).items():
            self[name] = value

    def __setitem__(self, name: str, value: Any) -> None:
        spelling = self._fields.get(name.lower(), (name,))[0]
        self._fields[name.lower()] = (spelling, str(value))

    def __getitem__(self, name: str) -> str:
        return self._fields[name.lower()][1]

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._fields

    def get(self, name: str, default: Optional[str] = None) -> Optional[str]:
        return self[name] if name in self else default

    def set_default(self, name: str, value: Any) -> None:
        if name not in self:
            self[name] = value

    def to_dict(self) -> Dict[str, str]:
        return {spelling: value for spelling, value in self._fields.values()}


@dataclass
class Request:
    """What a handler gets."""

    method: str
    target: str
    headers: Headers = field(default_factory=Headers)
    client: str = "-"
    context: Dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]

    @property
    def query(self) -> QueryDict:
        return parse_query(self.target.partition("?")[2])


@dataclass
class Response:
    """What a handler returns."""

    body: str = ""
    status: int = 200
    headers: Headers = field(default_factory=Headers)


class HTTPError(Exception):
    """Raised by handlers and middlewares to answer with an error status."""

    def __init__(
        self, status: int, message: str = "", headers: Optional[Dict[str, str]] = None
    ) -> None:
        super().__init__(message or f"status {status}")
        self.status = status
        self.headers = headers or {}

    def to_response(self) -> Response:
        return Response(str(self), self.status, Headers(self.headers))


Handler = Callable[[Request], Response]
Middleware = Callable[[Request, Handler], Response]


class MiddlewareChain:
    """Wraps a handler; the middleware that was added first is the outermost."""

    def __init__(self, middlewares: Sequence[Middleware] = ()) -> None:
        self._middlewares: List[Middleware] = list(middlewares)

    def use(self, middleware: Middleware) -> Middleware:
        self._middlewares.append(middleware)
        return middleware

    def wrap(self, handler: Handler) -> Handler:
        wrapped = handler
        for middleware in reversed(self._middlewares):
            wrapped = self._link(middleware, wrapped)
        return wrapped

    @staticmethod
    def _link(middleware: Middleware, following: Handler) -> Handler:
        def call(request: Request) -> Response:
            return middleware(request, following)

        return call


def limit_rate(limiter: RateLimiter) -> Middleware:
    """Answer 429 to clients that ask too often."""

    def middleware(request: Request, following: Handler) -> Response:
        decision = limiter.check(request.client)
        if not decision.allowed:
            raise HTTPError(429, "too many requests", decision.headers())
        response = following(request)
        for name, value in decision.headers().items():
            response.headers.set_default(name, value)
        return response

    return middleware


def require_token(signer: Signer, scheme: str = "Bearer") -> Middleware:
    """Put the data of the Authorization token into ``request.context["token"]``."""

    def middleware(request: Request, following: Handler) -> Response:
        given, _, token = request.headers.get("Authorization", "").partition(" ")
        if given.lower() != scheme.lower() or not token:
            raise HTTPError(401, "a token is required", {"WWW-Authenticate": scheme})
        try:
            request.context["token"] = signer.loads(token)
        except TokenError as error:
            raise HTTPError(401, str(error), {"WWW-Authenticate": scheme}) from error
        return following(request)

    return middleware


def negotiate_content(offers: Sequence[str]) -> Middleware:
    """Choose the media type of the response, or answer 406."""

    def middleware(request: Request, following: Handler) -> Response:
        chosen = negotiate(request.headers.get("Accept"), offers)
        if chosen is None:
            raise HTTPError(406, "available: " + ", ".join(offers))
        request.context["media_type"] = chosen
        response = following(request)
        response.headers.set_default("Content-Type", chosen)
        response.headers.set_default("Vary", "Accept")
        return response

    return middleware


class Application:
    """A router behind a middleware chain; errors become responses."""

    def __init__(self, router: Router, middlewares: Sequence[Middleware] = ()) -> None:
        self.router = router
        self.chain = MiddlewareChain(middlewares)

    def _dispatch(self, request: Request) -> Response:
        match = self.router.match(request.method, request.path)
        result = match.handler(request, **match.params)
        return result if isinstance(result, Response) else Response(str(result))

    def __call__(self, request: Request) -> Response:
        try:
            response = self.chain.wrap(self._dispatch)(request)
        except HTTPError as error:
            response = error.to_response()
        except RoutingError as error:
            response = Response(str(error), error.status)
            if isinstance(error, MethodNotAllowed):
                response.headers["Allow"] = ", ".join(error.allowed)
        if request.method.upper() == "HEAD":
            response.body = ""
        return response
