"""arXiv: what its API answers, one paper per entry of an Atom feed.

A file is an answer as it came (.xml, .atom), or one kept inside JSON with the address that was asked and the status
that came: `{"url": ..., "status_code": ..., "body": "<feed>..."}`. Each category is told of, with its name and archive,
before the file's first paper that is filed under it.

Source: https://info.arxiv.org/help/api/user-manual.html
"""

from collections.abc import Iterator, Sequence

from cypher.identifiers import IdentifierError
from loaders.archive import SourceFile, bare
from loaders.markup import Element, child_text
from loaders.source import Item, Reader, RecordError, Rejected, Source
from loaders.sources.arxiv import categories
from loaders.sources.arxiv.entry import paper_of
from loaders.sources.arxiv.feed import ATOM, entries

BESIDE = frozenset({"manifest.json"})
"""A file that stands beside answers and is none."""
ERRORS = "/api/errors"
"""What the id of an entry holds that is no paper but tells what went wrong."""


def read(file: SourceFile) -> Iterator[Item]:
    """Yield categories and papers, in file order.

    An error that arXiv answered is rejected in arXiv's own words, an entry without id, title or date with the reason.
    Raises SourceError, naming the file, where nothing can be read at all, and where a feed breaks off.
    """
    told: set[str] = set()
    for number, entry in enumerate(entries(file), 1):
        yield from _items(entry, number, told)


def _items(entry: Element, number: int, told: set[str]) -> Iterator[Item]:
    named = child_text(entry, f"{ATOM}id")
    place = ", ".join(filter(None, (f"entry {number}", f"line {entry.sourceline}", named)))
    if named and ERRORS in named:
        yield Rejected(
            place=place, reason=child_text(entry, f"{ATOM}summary") or "arXiv answered an error without a word."
        )
        return
    try:
        paper = paper_of(entry)
    except (RecordError, IdentifierError) as error:
        yield Rejected(place=place, reason=str(error))
        return
    for use in paper.topics or ():
        for topic in categories.topics(use.code):
            if topic.code not in told:
                told.add(topic.code)
                yield topic
    yield paper


def _wanted(name: str) -> bool:
    return bare(name).endswith((".xml", ".atom", ".json")) and bare(name) not in BESIDE


def start(_: Sequence[SourceFile]) -> Reader:
    """Return the reader; arXiv's answers need no side tables."""
    return read


SOURCE = Source(
    name="arxiv",
    title="arXiv",
    licence="CC0-1.0",
    address="https://arxiv.org",
    gives=(
        "titles, abstracts and by-lines",
        "dates of the first and of this version",
        "primary and cross-listed categories",
        "affiliations, comments, journal references and DOIs where authors gave them",
        "links to code and data in abstracts and comments",
    ),
    lacks=("licences", "references", "earlier versions but the first"),
    example="byline load arxiv answer.xml",
    expects="answers of the arXiv API: Atom feeds (.xml, .atom), or kept inside .json",
    wants=_wanted,
    start=start,
)
