"""The route table."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, FrozenSet, Iterable, Iterator, List, Optional, Set, Tuple

from .patterns import Pattern
from .query import build_query

Handler = Callable[..., Any]


class RoutingError(Exception):
    """Base class of the errors of the route table."""

    status = 500


class NotFound(RoutingError):
    """No route has a pattern for the path."""

    status = 404

    def __init__(self, path: str) -> None:
        super().__init__(f"no route for {path}")
        self.path = path


class MethodNotAllowed(RoutingError):
    """The path exists, but not with this method."""

    status = 405

    def __init__(self, method: str, allowed: Iterable[str]) -> None:
        self.method = method
        self.allowed = sorted(allowed)
        super().__init__(f"{method} is not one of {', '.join(self.allowed)}")


@dataclass(frozen=True)
class Route:
    """One entry of the table."""

    pattern: Pattern
    handler: Handler
    methods: FrozenSet[str]
    name: Optional[str] = None
    priority: int = 0
    index: int = 0

    def accepts(self, method: str) -> bool:
        return not self.methods or method in self.methods

    @property
    def sort_key(self) -> Tuple:
        specificity = tuple(-weight for weight in self.pattern.weight)
        return (-self.priority, specificity, self.index)


@dataclass(frozen=True)
class Match:
    """The result of a successful look-up."""

    route: Route
    params: Dict[str, Any] = field(default_factory=dict)

    @property
    def handler(self) -> Handler:
        return self.route.handler


def normalize_methods(methods: Optional[Iterable[str]]) -> FrozenSet[str]:
    """Upper-case method names; GET implies HEAD. An empty set stands for any method."""
    names = {method.strip().upper() for method in methods or ()}
    if "GET" in names:
        names.add("HEAD")
    return frozenset(names)


class Router:
    """Keeps routes and finds the one for a request."""

    def __init__(self, strict_slashes: bool = False) -> None:
        self.strict_slashes = strict_slashes
        self._routes: List[Route] = []
        self._names: Dict[str, Route] = {}
        self._prefix = ""
        self._sorted = True

    def __len__(self) -> int:
        return len(self._routes)

    def __iter__(self) -> Iterator[Route]:
        """Routes in the order in which they are tried."""
        if not self._sorted:
            self._routes.sort(key=lambda route: route.sort_key)
            self._sorted = True
        return iter(self._routes)

    def add(
        self,
        source: str,
        handler: Handler,
        methods: Optional[Iterable[str]] = ("GET",),
        name: Optional[str] = None,
        priority: int = 0,
    ) -> Route:
        """Add a route; ``methods=None`` accepts any method."""
        if name is not None and name in self._names:
            raise RoutingError(f"there is already a route named {name!r}")
        pattern = Pattern(self._prefix + source)
        route = Route(
            pattern, handler, normalize_methods(methods), name, priority, len(self._routes)
        )
        self._routes.append(route)
        self._sorted = False
        if name is not None:
            self._names[name] = route
        return route

    def route(self, source: str, **options: Any) -> Callable[[Handler], Handler]:
        """Decorator form of :meth:`add`."""

        def decorate(handler: Handler) -> Handler:
            self.add(source, handler, **options)
            return handler

        return decorate

    def get(self, source: str, **options: Any) -> Callable[[Handler], Handler]:
        return self.route(source, methods=["GET"], **options)

    def post(self, source: str, **options: Any) -> Callable[[Handler], Handler]:
        return self.route(source, methods=["POST"], **options)

    @contextmanager
    def group(self, prefix: str) -> Iterator[Router]:
        """Add ``prefix`` to all routes that are added inside the block."""
        outer = self._prefix
        self._prefix = outer + "/" + prefix.strip("/") if prefix.strip("/") else outer
        try:
            yield self
        finally:
            self._prefix = outer

    def _clean(self, path: str) -> str:
        if not path.startswith("/"):
            path = "/" + path
        if not self.strict_slashes and len(path) > 1:
            path = path.rstrip("/") or "/"
        return path

    def match(self, method: str, path: str) -> Match:
        """Find the route for a request.

        Raises :class:`NotFound` or :class:`MethodNotAllowed`.
        """
        method = method.upper()
        cleaned = self._clean(path)
        allowed: Set[str] = set()
        for route in self:
            params = route.pattern.match(cleaned)
            if params is None:
                continue
            if route.accepts(method):
                return Match(route, params)
            allowed.update(route.methods)
        if allowed:
            raise MethodNotAllowed(method, allowed)
        raise NotFound(path)

    def url_for(self, name: str, /, **params: Any) -> str:
        """Build the URL of a named route; surplus parameters go into the query string."""
        route = self._names.get(name)
        if route is None:
            raise RoutingError(f"no route named {name!r}")
        wanted = route.pattern.names
        path = route.pattern.build(**{k: v for k, v in params.items() if k in wanted})
        query = build_query({k: v for k, v in params.items() if k not in wanted})
        return f"{path}?{query}" if query else path
