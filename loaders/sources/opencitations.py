"""The index of OpenCitations: one citation a row, each paper with all ids that it goes by.

A row of the CSV is `oci,citing,cited,creation,timespan,journal_sc,author_sc`. In releases since 2023 `citing` and
`cited` hold several ids (`omid:br/061 doi:10.1000/1 pmid:2`), before that one DOI.

Source: https://opencitations.net/download (CSV, CC0)
"""

from collections.abc import Iterator

from cypher.identifiers import IdentifierError, normal
from loaders.files.archive import SourceFile, bare
from loaders.files.tables import Row, rows
from loaders.records.record import CitationRecord
from loaders.refused import Rejected, at, clipped
from loaders.source import Item, Source, each_alone

COLUMNS = ("oci", "citing", "cited")
EXPECTED = "a CSV of OpenCitations' index, with the columns oci, citing and cited"
SCHEMES = ("doi", "arxiv", "pmid", "openalex", "omid")
"""Which id of a paper is taken, the first that it has; an OMID finds what OpenCitations Meta describes."""
LONGEST = 100_000
"""Characters of one cell: what is longer is none of the index."""


def read(file: SourceFile) -> Iterator[Item]:
    """Yield one citation a row, in file order; a row that is none is rejected, and the file goes on.

    Raises SourceError where the columns are not those of the index, and as `rows` does.
    """
    for row in rows(file, COLUMNS, EXPECTED, longest=LONGEST):
        yield _citation(row)


def _citation(row: Row) -> Item:
    place, oci = row.place, row.cell("oci").removeprefix("oci:")
    if not oci:
        return Rejected(place, "the row has no oci.")
    citing, cited = (_paper(row.cell(end)) for end in ("citing", "cited"))
    if citing is None or cited is None:
        end, said = ("citing", row.cell("citing")) if citing is None else ("cited", row.cell("cited"))
        return Rejected(at(place, oci), f"{end} has no {', '.join(SCHEMES)} id: {clipped(said)!r}")
    if citing == cited:
        return Rejected(at(place, oci), f"{citing} cites itself.", none=True)
    return CitationRecord(source="opencitations", key=oci, citing=citing, cited=cited)


def _paper(said: str) -> str | None:
    """Return the id by which a paper is known: the first of SCHEMES that is in form, a bare one being a DOI."""
    found: dict[str, str] = {}
    for one in said.split():
        try:
            scheme, value = normal(f"doi:{one}" if one.startswith("10.") else one).split(":", 1)
        except IdentifierError:
            continue
        found.setdefault(scheme, value)
    return next((f"{scheme}:{found[scheme]}" for scheme in SCHEMES if scheme in found), None)


SOURCE = Source(
    name="opencitations",
    title="OpenCitations Index",
    licence="CC0-1.0",
    address="https://opencitations.net",
    gives=("citations between papers with a DOI, arXiv id, PMID or OpenAlex id, or of OpenCitations Meta",),
    lacks=("the papers themselves: load them from another source, before or after", "why something is cited"),
    example="byline load opencitations index.csv",
    expects=EXPECTED,
    wants=lambda name: bare(name).endswith(".csv"),
    start=each_alone(read),
)
