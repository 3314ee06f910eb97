"""Rate limit of requests to a service, from its documentation and its response headers."""

import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

WINDOW = re.compile(r"^(\d+)\s*s?$")


class RateLimiter:
    """Delays each request until the minimum interval since the previous request has passed."""

    def __init__(self, interval_s: float) -> None:
        self._interval_s = interval_s
        self._next = 0.0

    def wait(self) -> None:
        """Wait until the next request may be sent."""
        ahead = self._next - time.monotonic()
        if ahead > 0:
            time.sleep(ahead)
        self._next = time.monotonic() + self._interval_s

    def apply_response_limits(self, headers: Mapping[str, str]) -> None:
        """Increase the interval if the response headers allow fewer requests (`X-Rate-Limit-Limit`,
        `X-Rate-Limit-Interval`).
        """
        limit = headers.get("x-rate-limit-limit", "")
        window = WINDOW.match(headers.get("x-rate-limit-interval", ""))
        if limit.isascii() and limit.isdigit() and int(limit) and window and self._interval_s:
            self._interval_s = max(self._interval_s, int(window[1]) / int(limit))


def retry_after_s(header: str | None, now: datetime | None = None) -> float | None:
    """Return the wait in seconds that a `Retry-After` header requests, as seconds or as a date, if it is valid."""
    if not header:
        return None
    header = header.strip()
    if header.isascii() and header.isdigit():
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    until = until.replace(tzinfo=UTC) if until.tzinfo is None else until
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())
