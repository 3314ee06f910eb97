"""Paperscape: papers of arXiv with their categories, people, and which others of arXiv they refer to.

A line is `arXiv id;categories;found references;all references;ids of the found ones;people;title`, lists parted by
commas; lines that begin with # are comments. The initials of people stand without spaces (`S.-T.Yau`).

Source: https://github.com/paperscape/paperscape-data (ODbL 1.0, contents DbCL 1.0; by D. P. George and R. Knegjens)
"""

import re
from collections.abc import Iterator

from cypher.identifiers import known
from loaders.files.archive import SourceFile, bare
from loaders.files.encoding import refuse_other_file
from loaders.files.lines import Line, lines, too_long
from loaders.files.strange import told_by_its_beginning
from loaders.recently import Recently
from loaders.records.parts import Author, Dated, TopicUse
from loaders.records.record import PaperRecord, TopicRecord
from loaders.refused import Rejected, clipped
from loaders.source import Item, Source, each_alone
from loaders.sources.arxiv.categories import is_category, topics

FILES = re.compile(r"^pscp-\d{4}\.csv$")
EXPECTED = "a file of Paperscape, lines such as hep-th/9108001;hep-th;0;0;;J.H.Horne,G.T.Horowitz;Exact Black String"
FIELDS = 7
NO_LINE = f"it has fewer than {FIELDS} fields between semicolons."
LONGEST = 1_000_000
"""Bytes of a line; no paper has more."""
ANOTHER_KIND = frozenset({NO_LINE, too_long(LONGEST)})
COMMENT = "#"
INITIAL = re.compile(r"\.(?=[^\s.,-])")
MONTH = re.compile(r"(?:^|/)(\d\d)(\d\d)")
"""The year and month of submission, with which every id of arXiv begins."""
NINETIES = 90
"""Years of two digits from here on are of the last century: arXiv began in 1991."""


def read(file: SourceFile) -> Iterator[Item]:
    """Yield the paper of each line, before it its categories where they were not told lately, in file order.

    A line that is none is rejected, and the file goes on. Raises SourceError where no line is one, and where the last
    breaks off: a title may end anywhere.
    """
    refuse_other_file(file)
    found = _items(lines(file, LONGEST, lambda text: text.startswith(COMMENT)))
    wrong = f"{file.shown}: expected {EXPECTED}."
    yield from told_by_its_beginning(found, lambda item: item.reason in ANOTHER_KIND, wrong, empty=wrong)


def _items(found: Iterator[Line | Rejected]) -> Iterator[Item]:
    lately = Recently()
    for line in found:
        if isinstance(line, Rejected):
            yield line
            continue
        if line.text.startswith(COMMENT):
            continue
        item = _paper(line.text, line.place)
        if isinstance(item, PaperRecord):
            told = (topic for use in item.topics or () for topic in topics(use.code))
            yield from (topic for topic in told if lately.new((TopicRecord, topic.code)))
        yield item


def _paper(line: str, place: str) -> Item:
    fields = line.split(";", FIELDS - 1)
    if len(fields) < FIELDS:
        return Rejected(place, NO_LINE)
    said, categories, _, total, references, people, title = (one.strip() for one in fields)
    identifier = known(f"arxiv:{said}")
    if identifier is None:
        return Rejected(place, f"{clipped(said)!r} is no arXiv id.")
    key = identifier.partition(":")[2]
    if not title:
        return Rejected(f"{place}, {key}", "the title is empty.")
    cited = (known(f"arxiv:{one}") for one in references.split(",") if one)
    archive, slash, _ = key.partition("/")  # older ids name the archive to which a paper was submitted
    return PaperRecord(
        source="paperscape",
        key=key,
        url=f"https://arxiv.org/abs/{key}",
        title=title,
        kind="preprint",
        ids=(identifier,),
        dates=_month(key),
        authors=tuple(Author(name=_spaced(one)) for one in people.split(",") if one.strip()) or None,
        topics=tuple(
            TopicUse(scheme="arxiv", code=code, primary=bool(slash) and code == archive)
            for code in categories.split(",")
            if is_category(code)
        ),
        references=tuple(dict.fromkeys(filter(None, cited))) if references or total != "0" else None,
    )


def _month(key: str) -> tuple[Dated, ...]:
    found = MONTH.search(key)
    if not found:
        return ()
    year, month = int(found[1]), found[2]
    return (Dated(value=f"{(1900 if year >= NINETIES else 2000) + year}-{month}"),)


def _spaced(name: str) -> str:
    """Return a name with a space after each initial: `J.de Jong` is `J. de Jong`."""
    return INITIAL.sub(". ", name.strip())


SOURCE = Source(
    name="paperscape",
    title="Paperscape",
    licence="ODbL-1.0",
    address="https://github.com/paperscape/paperscape-data",
    gives=("papers of arXiv with their month, categories and by-lines", "which papers of arXiv they refer to"),
    lacks=("abstracts, full first names and affiliations", "references to what is not on arXiv"),
    example="byline load paperscape pscp-1996.csv",
    expects=EXPECTED,
    wants=lambda name: bool(FILES.match(bare(name))),
    start=each_alone(read),
)
