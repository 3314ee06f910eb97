"""How often a service is asked: never more often than it says, in its terms or in its answers."""

import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

WINDOW = re.compile(r"^(\d+)\s*s?$")


class Pace:
    """Lets a request go when at least so many seconds have passed since the one before."""

    def __init__(self, interval_s: float) -> None:
        self._interval_s = interval_s
        self._next = 0.0

    def wait(self) -> None:
        """Wait until the next request may go."""
        ahead = self._next - time.monotonic()
        if ahead > 0:
            time.sleep(ahead)
        self._next = time.monotonic() + self._interval_s

    def told(self, headers: Mapping[str, str]) -> None:
        """Slow down where the headers of an answer allow fewer requests (`X-Rate-Limit-Limit`, `-Interval`)."""
        limit = headers.get("x-rate-limit-limit", "")
        window = WINDOW.match(headers.get("x-rate-limit-interval", ""))
        if limit.isascii() and limit.isdigit() and int(limit) and window and self._interval_s:
            self._interval_s = max(self._interval_s, int(window[1]) / int(limit))


def retry_after_s(said: str | None, now: datetime | None = None) -> float | None:
    """Return how many seconds `Retry-After` asks to wait, in seconds or until a date; None where it says neither."""
    if not said:
        return None
    said = said.strip()
    if said.isascii() and said.isdigit():
        return float(said)
    try:
        until = parsedate_to_datetime(said)
    except ValueError:
        return None
    until = until.replace(tzinfo=UTC) if until.tzinfo is None else until
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())
