"""OpenCitations Index: citations in CSV, one per row; each paper with all of its IDs.

The columns are `oci,citing,cited,creation,timespan,journal_sc,author_sc`. In releases since 2023, `citing` and `cited`
hold several IDs (`omid:br/061 doi:10.1000/1 pmid:2`), before that one DOI. Yields citations only.

Source: https://opencitations.net/download (CSV, CC0)
"""

from collections.abc import Iterator

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.csv_rows import Row, rows
from loaders.records.errors import RejectedItem, format_location, truncate
from loaders.records.record import CitationRecord, Item
from loaders.sources.base import Source, read_each_file
from normalization.identifiers import IdentifierError, normalize

COLUMNS = ("oci", "citing", "cited")
EXPECTED = "a CSV of the OpenCitations Index, with the columns oci, citing and cited"
SCHEMES = ("doi", "arxiv", "pmid", "openalex", "omid")
"""Schemes of the ID that represents a paper, in order of preference. An OMID refers to a record of OpenCitations
Meta.
"""
MAX_CELL_LENGTH = 100_000
"""Maximum length of a cell in characters; no cell of the index is longer."""


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield one citation per row, in file order; an invalid row is rejected.

    Raises SourceFileError if the columns are not those of the index, and in the cases in which `rows` raises it.
    """
    for row in rows(file, COLUMNS, EXPECTED, longest=MAX_CELL_LENGTH):
        yield _citation(row)


def _citation(row: Row) -> Item:
    place, oci = row.place, row.cell("oci").removeprefix("oci:")
    if not oci:
        return RejectedItem(place, "the row has no oci.")
    citing, cited = (_paper(row.cell(end)) for end in ("citing", "cited"))
    if citing is None or cited is None:
        end, cell = ("citing", row.cell("citing")) if citing is None else ("cited", row.cell("cited"))
        return RejectedItem(format_location(place, oci), f"{end} has no {', '.join(SCHEMES)} id: {truncate(cell)!r}")
    if citing == cited:
        return RejectedItem(format_location(place, oci), f"{citing} cites itself.", intentional=True)
    return CitationRecord(source="opencitations", key=oci, citing=citing, cited=cited)


def _paper(id_text: str) -> str | None:
    """Return the ID of a paper: the first of `SCHEMES` with a valid ID; an ID without a scheme is a DOI."""
    ids_by_scheme: dict[str, str] = {}
    for part in id_text.split():
        try:
            scheme, value = normalize(f"doi:{part}" if part.startswith("10.") else part).split(":", 1)
        except IdentifierError:
            continue
        ids_by_scheme.setdefault(scheme, value)
    return next((f"{scheme}:{ids_by_scheme[scheme]}" for scheme in SCHEMES if scheme in ids_by_scheme), None)


SOURCE = Source(
    name="opencitations",
    title="OpenCitations Index",
    license="CC0-1.0",
    address="https://opencitations.net",
    provides=("citations between papers with a DOI, arXiv ID, PMID or OpenAlex ID, or of OpenCitations Meta",),
    omits=("the papers themselves: load them from another source, before or after", "reasons for citations"),
    example="byline load opencitations index.csv",
    expected_files=EXPECTED,
    accepts=lambda name: strip_suffixes(name).endswith(".csv"),
    start=read_each_file(read_file),
)
