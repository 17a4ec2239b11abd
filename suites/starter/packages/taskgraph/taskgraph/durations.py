"""Reading and writing durations such as ``1h30m``."""

from __future__ import annotations

import re
from typing import Union

_SIZES = {
    "ms": 0.001,
    "s": 1,
    "m": 60,
    "h": 3600,
    "d": 86400,
    "w": 604800,
}
_WORDS = {
    "sec": "s",
    "second": "s",
    "min": "m",
    "minute": "m",
    "hour": "h",
    "day": "d",
    "week": "w",
}

#: Units for output: suffix, seconds and the unit that refines it.
_STEPS = (("d", 86400, "h", 3600), ("h", 3600, "m", 60), ("m", 60, "s", 1))

_PART = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*")


def _unit(text: str) -> float:
    name = text if text in _SIZES else text.rstrip("s") or text
    name = _WORDS.get(name, name)
    if name not in _SIZES:
        raise ValueError(f"unknown unit {text!r}")
    return _SIZES[name]


def parse_duration(value: Union[str, int, float]) -> float:
    """Return a duration in seconds.

    Plain numbers are seconds. Text may combine units from the largest to the
    smallest: ``90``, ``1h30m``, ``2 days 4 hours``, ``250ms``.
    """
    if isinstance(value, (int, float)):
        if value < 0:
            raise ValueError(f"negative duration: {value}")
        return float(value)
    text = value.strip().lower()
    if not text:
        raise ValueError("empty duration")
    if re.match(r"^\d+(\.\d+)?$", text):
        return float(text)
    total, position = 0.0, 0
    previous = float("inf")
    while position < len(text):
        match = _PART.match(text, position)
        if match is None:
            raise ValueError(f"not a duration: {value!r}")
        size = _unit(match.group(2))
        if size >= previous:
            raise ValueError(f"units out of order in {value!r}")
        total += float(match.group(1)) * size
        previous = size
        position = match.end()
    return total


def format_duration(seconds: float) -> str:
    """Return a short text with the two largest units that are useful.

    Below a second the result is in milliseconds, below a minute in seconds
    with one decimal; everything longer has two units (``2m 05s``).
    """
    if seconds < 0:
        return "-" + format_duration(-seconds)
    if 0 < seconds < 1:
        return f"{round(seconds * 1000)}ms"
    for suffix, size, minor_suffix, minor_size in _STEPS:
        if seconds >= size:
            major, rest = divmod(int(seconds), size)
            return f"{major}{suffix} {rest // minor_size:02d}{minor_suffix}"
    return f"{seconds:.1f}s"
