"""Crossref: works with by-lines, dates, journals, references and licences, as publishers deposit them.

Read are the public data file (`{"items": [...]}` of a few thousand works each, or a work a line), answers of the REST
API (`{"message": {"items": [...]}}`), and single works.

Source: https://www.crossref.org/documentation/retrieve-metadata/rest-api/ (facts, CC0-1.0; abstracts are publishers')
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

import msgspec

from loaders.archive import SourceFile
from loaders.json_elements import Kind, elements
from loaders.recently import Recently
from loaders.source import Item, Reader, Rejected, Source, clipped
from loaders.sources.crossref.schema import Work
from loaders.sources.crossref.work import NOT_WORKS, paper, place_of
from loaders.strange import told_by_its_beginning

FILES = re.compile(r"\.(json|jsonl|ndjson)(\.gz|\.zst)?$", re.IGNORECASE)
WRAPPER = re.compile(rb'\{[^\[\]]*?"(?:items|message)"\s*:\s*\[')
"""The beginning of the public data file, and of an answer of the API up to its list."""
FILE = Kind("works of Crossref, as its public data file and its REST API give them", "work", WRAPPER)
NO_WORK = "no work of Crossref: it is no JSON object with a DOI."

_work = msgspec.json.Decoder(Work)
_answer = msgspec.json.Decoder(dict[str, msgspec.Raw])


def read(file: SourceFile) -> Iterator[Item]:
    """Yield each work, before it its journal and volume, or its book, where they were not told lately; in file order.

    A work without DOI or title is rejected, and the file goes on. Raises SourceError where nothing is a work, and where
    the file breaks off.
    """
    with file.open() as stream:
        found = _items(enumerate(elements(stream, file.shown, FILE), 1))
        wrong = f"{file.shown}: expected {FILE.whole}."
        yield from told_by_its_beginning(found, lambda item: item.reason == NO_WORK, wrong)


def _items(texts: Iterator[tuple[int, bytes]]) -> Iterator[Item]:
    lately = Recently()
    for number, text in texts:
        place = f"record {number}"
        try:
            work = _decoded(text)
            if work is None:
                yield Rejected(place, NO_WORK)
                continue
            place = f"{place}, {clipped(work.doi or '')}"
            if work.type in NOT_WORKS:
                continue
            where = place_of(work)
            record = paper(work, where)
        except ValueError as error:  # msgspec's errors and bad UTF-8 are ValueErrors too
            yield Rejected(place, str(error))
            continue
        yield from (one for one in where.told if lately.new((type(one), one.key)))
        yield record


def _decoded(text: bytes) -> Work | None:
    """Return a work, out of an answer about one work too; None where there is no DOI anywhere."""
    if not text.startswith(b"{"):
        return None
    shape = _answer.decode(text)
    inner = shape.get("message")
    if "DOI" not in shape and inner is not None and bytes(inner).startswith(b"{"):
        return _decoded(bytes(inner))
    return _work.decode(text) if "DOI" in shape else None


def start(_: Sequence[SourceFile]) -> Reader:
    """Return the reader."""
    return read


SOURCE = Source(
    name="crossref",
    title="Crossref",
    licence="CC0-1.0 (facts; abstracts are their publishers')",
    address="https://www.crossref.org",
    gives=(
        "titles, kinds, dates, abstracts and languages",
        "by-lines with ORCID iDs and affiliations",
        "journals, volumes, issues, pages, and books with their editors",
        "references that have a DOI",
        "licences, preprints of articles, retractions and corrections",
    ),
    lacks=("topics", "references without a DOI", "citations by works that do not deposit references"),
    example="byline load crossref 0.json.gz",
    expects=FILE.whole,
    wants=lambda name: bool(FILES.search(PurePosixPath(name).name)),
    start=start,
)
