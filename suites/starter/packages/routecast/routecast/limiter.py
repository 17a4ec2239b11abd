"""Rate limiters. The clock is a function that returns seconds."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Callable, Deque, Dict

Clock = Callable[[], float]


@dataclass(frozen=True)
class Decision:
    """The answer of a limiter."""

    allowed: bool
    remaining: int
    retry_after: float = 0.0

    def headers(self) -> Dict[str, str]:
        out = {"X-RateLimit-Remaining": str(self.remaining)}
        if not self.allowed:
            out["Retry-After"] = str(math.ceil(self.retry_after))
        return out


class TokenBucket:
    """A bucket that holds up to ``capacity`` tokens and refills at ``rate`` per second."""

    def __init__(self, capacity: int, rate: float, now: float) -> None:
        self.capacity = capacity
        self.rate = rate
        self.tokens = float(capacity)
        self.updated = now

    def refill(self, now: float) -> None:
        elapsed = max(0.0, now - self.updated)
        self.tokens = min(self.capacity, self.tokens + elapsed * self.rate)
        self.updated = now

    @property
    def full(self) -> bool:
        return self.tokens >= self.capacity

    def take(self, cost: int) -> Decision:
        if self.tokens >= cost:
            self.tokens -= cost
            return Decision(True, int(self.tokens))
        missing = cost - self.tokens
        return Decision(False, int(self.tokens), missing / self.rate)


class RateLimiter:
    """One token bucket for each client key."""

    def __init__(
        self, capacity: int, per_seconds: float, clock: Clock, max_keys: int = 10000
    ) -> None:
        if capacity < 1 or per_seconds <= 0:
            raise ValueError("capacity and per_seconds must be positive")
        self.capacity = capacity
        self.rate = capacity / per_seconds
        self.max_keys = max_keys
        self._clock = clock
        self._buckets: Dict[str, TokenBucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def check(self, key: str, cost: int = 1) -> Decision:
        """Take ``cost`` tokens from the bucket of ``key`` if they are there."""
        if cost > self.capacity:
            raise ValueError(f"cost {cost} is more than the capacity {self.capacity}")
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self.max_keys:
                self.prune()
            bucket = self._buckets[key] = TokenBucket(self.capacity, self.rate, now)
        bucket.refill(now)
        return bucket.take(cost)

    def prune(self) -> int:
        """Forget the keys whose buckets are full again; returns how many."""
        now = self._clock()
        for bucket in self._buckets.values():
            bucket.refill(now)
        full = [key for key, bucket in self._buckets.items() if bucket.full]
        for key in full:
            del self._buckets[key]
        return len(full)


class SlidingWindow:
    """At most ``limit`` events in any window of ``seconds``."""

    def __init__(self, limit: int, seconds: float, clock: Clock) -> None:
        self.limit = limit
        self.seconds = seconds
        self._clock = clock
        self._events: Dict[str, Deque[float]] = {}

    def check(self, key: str) -> Decision:
        now = self._clock()
        events = self._events.setdefault(key, deque())
        while events and now - events[0] >= self.seconds:
            events.popleft()
        if len(events) < self.limit:
            events.append(now)
            return Decision(True, self.limit - len(events))
        return Decision(False, 0, events[0] + self.seconds - now)
