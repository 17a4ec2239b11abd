"""When to try a failed task again, and how long to wait before that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterator, Tuple, Type

ErrorTypes = Tuple[Type[BaseException], ...]


@dataclass(frozen=True)
class RetryPolicy:
    """Exponential backoff with an upper bound.

    *max_attempts* counts all attempts, the first one included. Only errors of a
    type in *retry_on* are tried again, unless their type is in *give_up_on*.
    """

    max_attempts: int = 1
    delay: float = 1.0
    factor: float = 2.0
    max_delay: float = 60.0
    retry_on: ErrorTypes = (Exception,)
    give_up_on: ErrorTypes = ()

    def __post_init__(self) -> None:
        if self.max_attempts < 1:
            raise ValueError("max_attempts must be at least 1")
        if self.delay < 0 or self.factor < 1:
            raise ValueError("delay must not be negative and factor at least 1")

    def delay_before(self, attempt: int) -> float:
        """Return the wait in seconds before an attempt; the first has none."""
        if attempt <= 1:
            return 0.0
        return min(self.delay * self.factor ** (attempt - 2), self.max_delay)

    def delays(self) -> Iterator[float]:
        """Yield the waits between all attempts."""
        attempt = 2
        while attempt <= self.max_attempts:
            yield self.delay_before(attempt)
            attempt += 1

    def should_retry(self, attempt: int, error: BaseException) -> bool:
        """Tell whether another attempt follows after *attempt* failed."""
        if attempt >= self.max_attempts:
            return False
        return isinstance(error, self.retry_on) and not isinstance(error, self.give_up_on)


def call_with_retries(
    function: Callable[[], object],
    policy: RetryPolicy,
    sleep: Callable[[float], None],
) -> Tuple[object, int]:
    """Call *function* until it succeeds and return its value and the attempts.

    The error of the last attempt is passed on, with the number of attempts in
    its ``attempts`` attribute.
    """
    attempt = 1
    while True:
        wait = policy.delay_before(attempt)
        if wait > 0:
            sleep(wait)
        try:
            return function(), attempt
        except Exception as error:
            if not policy.should_retry(attempt, error):
                error.attempts = attempt
                raise
        attempt += 1
