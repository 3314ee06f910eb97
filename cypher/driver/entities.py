"""Nodes, relationships, paths, dates and times of a result as JSON values."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cypher.driver.errors import GraphRejectedError


def decode_entity(structure: object) -> Mapping[str, Any] | str:
    """Convert a structure of Bolt: a node, a relationship, a path, a date, a time or a duration.

    Dates, times and durations become texts in the format ISO 8601. Raises GraphRejectedError for another structure,
    such as a point.
    """
    fields = cast("Sequence[Any]", getattr(structure, "fields", ()))
    match getattr(structure, "tag", b""):
        case b"N":
            return {"labels": fields[1], "properties": fields[2]}
        case b"R":
            return {"type": fields[3], "properties": fields[4]}
        case b"r":
            return {"type": fields[1], "properties": fields[2]}
        case b"P":
            return {"nodes": fields[0], "relationships": fields[1]}
        case _:
            return _decode_time(getattr(structure, "tag", b""), fields)


def _decode_time(tag: bytes, fields: Sequence[Any]) -> str:
    """Convert a structure of a date, a time or a duration. Raises GraphRejectedError for another structure."""
    try:
        match tag:
            case b"D":
                return (EPOCH + timedelta(days=fields[0])).date().isoformat()
            case b"t" | b"T":
                zone = _offset(fields[1]) if tag == b"T" else ""
                return (EPOCH + timedelta(microseconds=fields[0] // 1000)).time().isoformat() + zone
            case b"d":
                return _moment(fields[0], fields[1])
            case b"I":
                return _moment(fields[0] + fields[2], fields[1]) + _offset(fields[2])
            case b"i":
                zone = ZoneInfo(fields[2])
                return datetime.fromtimestamp(fields[0], zone).replace(microsecond=fields[1] // 1000).isoformat()
            case b"E":
                return f"P{fields[0]}M{fields[1]}DT{_seconds(fields[2], fields[3])}S"
            case _:
                raise GraphRejectedError("The result has a value that is not a JSON value, such as a point.", "")
    except (OverflowError, ValueError, ZoneInfoNotFoundError):
        raise GraphRejectedError(
            "The result has a date or time that is out of range. Convert it with toString().", ""
        ) from None


EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 its time zone is added as text


def _moment(seconds: int, nanoseconds: int) -> str:
    return (EPOCH + timedelta(seconds=seconds, microseconds=nanoseconds // 1000)).isoformat()


def _seconds(seconds: int, nanoseconds: int) -> str:
    sign, total = ("-" if seconds < 0 else ""), abs(seconds * 10**9 + nanoseconds)
    fraction = f".{total % 10**9:09d}".rstrip("0").rstrip(".")
    return f"{sign}{total // 10**9}{fraction}"


def _offset(seconds: int) -> str:
    hours, minutes = divmod(abs(seconds) // 60, 60)
    return f"{'-' if seconds < 0 else '+'}{hours:02d}:{minutes:02d}"
