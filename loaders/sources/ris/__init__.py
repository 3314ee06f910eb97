"""RIS: lists of references as EndNote, Zotero, Scopus and publishers export them, and Web of Science's lists with tags.

A line of RIS is `TY  - JOUR`, a reference ends at `ER  -`. A line of Web of Science's is `PT J`, what goes on is
indented, a reference ends at `ER`.

Source: https://refman.com/support/ris-format (RIS, as its archived specification has it);
https://images.webofknowledge.com/images/help/WOS/hs_wos_fieldtags.html (Web of Science)
"""

from collections.abc import Iterator

from loaders.files.archive import SourceFile, bare
from loaders.recently import Recently
from loaders.records.in_passing import told_once
from loaders.refused import RecordError, Rejected, SourceError, clipped
from loaders.source import Item, Source, each_alone
from loaders.sources.ris.tagged import tagged
from loaders.sources.ris.work import reference
from loaders.works.reference import records

EXPECTED = "a list of references in RIS (lines such as TY  - JOUR) or of Web of Science (lines such as PT J)"


def read(file: SourceFile) -> Iterator[Item]:
    """Yield each work in file order, before it its journal or book and its keywords, where not told lately.

    A reference without a title is rejected, and the file goes on. Raises SourceError where nothing is a reference, and
    where the last one breaks off.
    """
    lately = Recently()
    seen = False
    for said in tagged(file):
        seen = True
        if said.broken:
            yield Rejected(said.place, said.broken)
            continue
        try:
            found = list(records(reference(said)))
        except RecordError as error:
            key = clipped(said.first("TI", "T1", "DO", "DI", "ID", "UT") or "")
            yield Rejected(f"{said.place}, {key}" if key else said.place, str(error))
            continue
        yield from told_once(found, lately)
    if not seen:
        raise SourceError(f"{file.shown}: expected {EXPECTED}.")


SOURCE = Source(
    name="ris",
    title="RIS, and lists of Web of Science",
    licence="as the list's maker says",
    address="https://refman.com/support/ris-format",
    gives=(
        "titles, kinds, abstracts, languages, keywords and dates",
        "by-lines with family names; of Web of Science ORCID iDs, affiliations and references",
        "DOIs, PMIDs, ISBNs, addresses",
        "journals and books with their editors",
    ),
    lacks=("of RIS affiliations and references", "of Web of Science funders, and references without a DOI"),
    example="byline load ris references.ris",
    expects=EXPECTED,
    wants=lambda name: bare(name).endswith((".ris", ".ciw")),
    start=each_alone(read),
)
