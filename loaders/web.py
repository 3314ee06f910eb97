"""Addresses as sources have them: a collector's may be anything, and one that is none must not cost the record."""

from loaders.normalise import url
from loaders.source import RecordError


def address(said: str | None) -> str | None:
    """Return a web address in normal form, None for what is none."""
    try:
        return url(said) if said else None
    except RecordError:
        return None
