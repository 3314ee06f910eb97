"""Semantic Scholar: papers, people, venues and citations with what they are for, of its datasets and its API.

Source: https://www.semanticscholar.org/product/api (ODC-BY 1.0)
"""

from collections.abc import Iterator, Sequence

import msgspec

from loaders.files.archive import TORN, SourceFile
from loaders.files.json_elements import Cut, elements
from loaders.refused import SourceError
from loaders.source import Item, Reader, Source
from loaders.sources.semanticscholar.aside import Asides
from loaders.sources.semanticscholar.read import FILE, Reading, is_aside
from loaders.sources.semanticscholar.schema import folded
from loaders.works.json_works import wanted


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. Raises SourceError where abstracts, summaries or older paperIds come without papers."""
    apart = [file for file in files if _is_apart(file)]
    if apart and len(apart) == len(files):
        raise SourceError(
            f"{apart[0].shown}: abstracts, tldrs and paper-ids of Semantic Scholar's datasets are read beside papers: "
            "give the files of papers with them."
        )
    asides = Asides(apart, FILE)

    def read(file: SourceFile) -> Iterator[Item]:
        return asides.read(file) if asides.holds(file) else Reading(file, asides).items()

    return read


def _is_apart(file: SourceFile) -> bool:
    """Tell by the first element whether a file is one of abstracts, summaries or older paperIds."""
    try:
        with file.open() as stream:
            cut = next(elements(stream, file.shown, FILE), None)
            first = folded(msgspec.json.decode(cut.text)) if isinstance(cut, Cut) else None
    except (SourceError, ValueError, RecursionError, *TORN):  # told when it is read
        return False
    return isinstance(first, dict) and is_aside(first)  # pyright: ignore[reportUnknownArgumentType] JSON has texts as names


SOURCE = Source(
    name="semanticscholar",
    title="Semantic Scholar",
    licence="ODC-BY-1.0",
    address="https://www.semanticscholar.org",
    gives=(
        "papers with ids of many schemes, dates, abstracts, by-lines and summaries in one sentence",
        "people with their other names and affiliations",
        "citations with their intents, and whether they are influential",
        "fields of study, venues, volumes and pages",
        "open copies",
    ),
    lacks=("where authors wrote from", "funders", "retractions"),
    example="byline load semanticscholar papers/ abstracts/ tldrs/ authors/ citations/",
    expects=FILE.whole,
    wants=wanted,
    start=start,
)
