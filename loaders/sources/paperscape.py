"""Paperscape: arXiv papers with their categories, authors, and references to other arXiv papers.

A line of a `pscp-*.csv` file has seven fields, separated by semicolons: arXiv ID; categories; number of references
found; number of all references; IDs of those found; people; title. Lists are separated by commas; lines that begin with
# are comments. Initials have no spaces (`S.-T.Yau`). Yields papers, and the categories (topics) to which they belong.

Source: https://github.com/paperscape/paperscape-data (ODbL 1.0, contents DbCL 1.0; by D. P. George and R. Knegjens)
"""

import re
from collections.abc import Iterator

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.encoding import refuse_other_encoding
from loaders.formats.foreign_files import reject_foreign_files
from loaders.formats.lines import Line, line_too_long_error, lines
from loaders.records.errors import RejectedItem, truncate
from loaders.records.grouping import RecentKeys
from loaders.records.parts import Author, TopicUse, TypedDate
from loaders.records.record import Item, PaperRecord, TopicRecord
from loaders.sources.arxiv.categories import is_category, topics
from loaders.sources.base import Source, read_each_file
from normalization.identifiers import normalize_or_none

FILES = re.compile(r"^pscp-\d{4}\.csv$")
EXPECTED = "a Paperscape file, with lines such as hep-th/9108001;hep-th;0;0;;J.H.Horne,G.T.Horowitz;Exact Black String"
FIELD_COUNT = 7
TOO_FEW_FIELDS = f"it has fewer than {FIELD_COUNT} fields separated by semicolons."
MAX_LINE_BYTES = 1_000_000
"""Maximum length of a line in bytes."""
WRONG_FORMAT_REASONS = frozenset({TOO_FEW_FIELDS, line_too_long_error(MAX_LINE_BYTES)})
"""Reasons for rejects that show a file of another format; a malformed line has other reasons."""
COMMENT = "#"
INITIAL = re.compile(r"\.(?=[^\s.,-])")
MONTH = re.compile(r"(?:^|/)(\d\d)(\d\d)")
"""Year and month of submission, with which every arXiv ID begins."""
NINETIES = 90
"""Two-digit years from this one belong to the last century: arXiv began in 1991."""


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield the paper of each line in file order, preceded by its categories if they were not yielded recently.

    An invalid line is rejected.

    Raises:
        SourceFileError: No line is valid, or the last line has no end; its title could be truncated.
    """
    refuse_other_encoding(file)
    items = _items(lines(file, MAX_LINE_BYTES, lambda text: text.startswith(COMMENT)))
    error = f"{file.display_name}: expected {EXPECTED}."
    yield from reject_foreign_files(items, lambda item: item.reason in WRONG_FORMAT_REASONS, error, empty=error)


def _items(parsed_lines: Iterator[Line | RejectedItem]) -> Iterator[Item]:
    recent_keys = RecentKeys()
    for line in parsed_lines:
        if isinstance(line, RejectedItem):
            yield line
            continue
        if line.text.startswith(COMMENT):
            continue
        item = _paper(line.text, line.place)
        if isinstance(item, PaperRecord):
            topic_records = (topic for use in item.topics or () for topic in topics(use.code))
            yield from (topic for topic in topic_records if recent_keys.add_if_new((TopicRecord, topic.code)))
        yield item


def _paper(line: str, place: str) -> Item:
    fields = line.split(";", FIELD_COUNT - 1)
    if len(fields) < FIELD_COUNT:
        return RejectedItem(place, TOO_FEW_FIELDS)
    raw_id, categories, _, total, references, people, title = (field.strip() for field in fields)
    identifier = normalize_or_none(f"arxiv:{raw_id}")
    if identifier is None:
        return RejectedItem(place, f"{truncate(raw_id)!r} is not a valid arXiv ID.")
    key = identifier.partition(":")[2]
    if not title:
        return RejectedItem(f"{place}, {key}", "the title is empty.")
    cited = (normalize_or_none(f"arxiv:{part}") for part in references.split(",") if part)
    archive, slash, _ = key.partition("/")  # older ids name the archive to which a paper was submitted
    return PaperRecord(
        source="paperscape",
        key=key,
        url=f"https://arxiv.org/abs/{key}",
        title=title,
        kind="preprint",
        ids=(identifier,),
        dates=_month(key),
        authors=tuple(Author(name=_spaced(part)) for part in people.split(",") if part.strip()) or None,
        topics=tuple(
            TopicUse(scheme="arxiv", code=code, primary=bool(slash) and code == archive)
            for code in categories.split(",")
            if is_category(code)
        ),
        references=tuple(dict.fromkeys(filter(None, cited))) if references or total != "0" else None,
    )


def _month(key: str) -> tuple[TypedDate, ...]:
    match = MONTH.search(key)
    if not match:
        return ()
    year, month = int(match[1]), match[2]
    return (TypedDate(value=f"{(1900 if year >= NINETIES else 2000) + year}-{month}"),)


def _spaced(name: str) -> str:
    """Return a name with a space after each initial: `J.de Jong` becomes `J. de Jong`."""
    return INITIAL.sub(". ", name.strip())


SOURCE = Source(
    name="paperscape",
    title="Paperscape",
    license="ODbL-1.0",
    address="https://github.com/paperscape/paperscape-data",
    provides=("arXiv papers with their month, categories and bylines", "references to other arXiv papers"),
    omits=("abstracts, full first names and affiliations", "references to works outside arXiv"),
    example="byline load paperscape pscp-1996.csv",
    expected_files=EXPECTED,
    accepts=lambda name: bool(FILES.match(strip_suffixes(name))),
    start=read_each_file(read_file),
)
