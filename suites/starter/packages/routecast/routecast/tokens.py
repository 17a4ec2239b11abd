"""Signed tokens with an expiry time.

A token has two parts joined with a dot: the payload (JSON in URL-safe base64) and its
signature. The payload is readable for anyone; it only cannot be changed.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any, Callable, Dict, Optional, Sequence, Union


class TokenError(Exception):
    """Base class: the token must not be trusted."""


class MalformedToken(TokenError):
    """The text is not a token at all."""


class BadSignature(TokenError):
    """The token was changed or signed with another key."""


class TokenExpired(TokenError):
    """The token was good once."""

    def __init__(self, expired_at: float) -> None:
        super().__init__(f"token expired at {expired_at:.0f}")
        self.expired_at = expired_at


def encode_segment(data: bytes) -> str:
    """URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode_segment(text: str) -> bytes:
    """Reverse of :func:`encode_segment`."""
    padding = "=" * (-len(text) % 4)
    try:
        return base64.urlsafe_b64decode(text + padding)
    except ValueError as error:
        raise MalformedToken(f"not base64: {text[:20]!r}") from error


def to_bytes(key: Union[str, bytes]) -> bytes:
    return key if isinstance(key, bytes) else key.encode("utf-8")


class Signer:
    """Makes and checks tokens.

    The first key signs, all keys are accepted when checking, so that keys can be
    rotated. ``salt`` keeps tokens for different purposes apart.
    """

    def __init__(
        self,
        keys: Union[str, bytes, Sequence[Union[str, bytes]]],
        clock: Callable[[], float],
        salt: str = "routecast",
    ) -> None:
        if isinstance(keys, (str, bytes)):
            keys = [keys]
        self._keys = [to_bytes(key) for key in keys]
        if not self._keys or not all(self._keys):
            raise ValueError("at least one key is needed and none may be empty")
        self._clock = clock
        self._salt = to_bytes(salt)

    def _signature(self, key: bytes, payload: str) -> bytes:
        derived = hashlib.sha256(self._salt + b"\0" + key).digest()
        return hmac.new(derived, payload.encode("utf-8"), hashlib.sha256).digest()

    def dumps(self, data: Dict[str, Any], ttl: Optional[float] = None) -> str:
        """Sign ``data``; with ``ttl`` the token is good for that many seconds."""
        claims: Dict[str, Any] = {"d": data}
        if ttl is not None:
            claims["exp"] = self._clock() + ttl
        text = json.dumps(claims, separators=(",", ":"), sort_keys=True)
        payload = encode_segment(text.encode("utf-8"))
        return payload + "." + encode_segment(self._signature(self._keys[0], payload))

    def loads(self, token: str) -> Dict[str, Any]:
        """Return the data of a token.

        Raises one of the subclasses of :class:`TokenError`.
        """
        payload, dot, signature = token.strip().partition(".")
        if not dot or not payload or not signature:
            raise MalformedToken("a token has two parts")
        given = decode_segment(signature)
        for key in self._keys:
            if hmac.compare_digest(given, self._signature(key, payload)):
                break
        else:
            raise BadSignature("signature does not match")
        claims = json.loads(decode_segment(payload))
        expires = claims.get("exp")
        if expires is not None and self._clock() >= expires:
            raise TokenExpired(expires)
        return claims["d"]

    def is_valid(self, token: str) -> bool:
        try:
            self.loads(token)
        except TokenError:
            return False
        return True
