"""Times as the graph stores them: ISO 8601 in UTC, in seconds, so that their order is that of the text."""

from datetime import UTC, datetime, timedelta


def utc_text(after: timedelta = timedelta()) -> str:
    """Return the current time, or a time after it."""
    return (datetime.now(UTC) + after).strftime("%Y-%m-%dT%H:%M:%SZ")
