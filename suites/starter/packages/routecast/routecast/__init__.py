"""routecast: request routing and content negotiation without a server."""

from .cache import LRUCache
from .headers import CacheControl, HeaderError, negotiate, parse_accept, parse_range
from .limiter import Decision, RateLimiter, SlidingWindow
from .middleware import Application, HTTPError, MiddlewareChain, Request, Response
from .patterns import Pattern, PatternError
from .query import QueryDict, build_query, parse_query
from .router import MethodNotAllowed, NotFound, Router, RoutingError
from .tokens import BadSignature, MalformedToken, Signer, TokenError, TokenExpired
from .urls import is_safe_redirect, join_url, normalize_url

__version__ = "1.0"
