"""That one paper cites another, what for, and whether with great effect."""

from collections.abc import Iterator

import msgspec

from loaders.records.record import CitationRecord
from loaders.refused import Rejected
from loaders.source import Item
from loaders.sources.semanticscholar.paper import identity
from loaders.sources.semanticscholar.schema import Citation, Paper
from loaders.sources.semanticscholar.venue import SOURCE_NAME


def mentioned(said: object) -> str | None:
    """Return the id of a paper inside another element; None for what is none, or could not be found."""
    try:
        return identity(msgspec.convert(said, Paper, strict=False))
    except ValueError:
        return None


def cites(citing: str, cited: str, said: object, place: str) -> Item:
    """Return a citation. Raises ValueError where what is said of it is out of form."""
    if citing == cited:
        return Rejected(place, f"{citing} cites itself.", none=True)
    told = said if isinstance(said, Citation) else msgspec.convert(said, Citation, strict=False)
    return CitationRecord(
        source=SOURCE_NAME,
        key=f"{citing}>{cited}",
        citing=citing,
        cited=cited,
        intents=tuple(dict.fromkeys(_intents(told.intents))),
        influential=told.isinfluential,
    )


def _intents(said: object) -> Iterator[str]:
    """Yield what a paper is cited for; the datasets have a list for each place in the text, or null."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, list):
        listed: list[object] = said  # pyright: ignore[reportUnknownVariableType] JSON
        for one in listed:
            yield from _intents(one)
