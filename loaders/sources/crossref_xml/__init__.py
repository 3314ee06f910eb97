"""Crossref in XML: what publishers deposit, and what Crossref's services answer (unixref, unixsd).

What such a file says is what the JSON of the source `crossref` says, so its records are of that source too: of a work
that both bring, the statement that was revised last is believed first.

Source: https://www.crossref.org/documentation/schema-library/ (4.3 to 5.4), https://www.crossref.org/schemas/unixref1.1.xsd
"""

from collections.abc import Iterator, Sequence

from loaders.files.archive import SourceFile, bare
from loaders.files.markup import Element
from loaders.files.xml_elements import Form, read
from loaders.refused import RecordError
from loaders.source import Item, Reader, Source
from loaders.sources.crossref_xml.places import AROUND, Around
from loaders.sources.crossref_xml.work import KINDS, doi_of, records
from loaders.works.running_text import text

ERROR = "error"
FORM = Form(
    whole="works in Crossref's XML, a <doi_batch> or an answer in unixref",
    roots=frozenset({"doi_batch", "doi_records", "doi_record", "crossref", "crossref_result", "OAI-PMH"}),
    records=(*KINDS, *AROUND, ERROR),
    bare=True,
)


def start(_: Sequence[SourceFile]) -> Reader:
    """Return the reader."""

    def told(file: SourceFile) -> Iterator[Item]:
        around = Around()

        def items(element: Element) -> Iterator[Item]:
            around.note(element)
            if element.tag == ERROR:
                raise RecordError(text(element) or "Crossref answered an error without a word.")
            elif element.tag in KINDS:
                yield from records(element, around)

        return read(file, FORM, items, doi_of)

    return told


SOURCE = Source(
    name="crossref-xml",
    title="Crossref's XML",
    licence="CC0-1.0 (facts; abstracts are their publishers')",
    address="https://www.crossref.org",
    gives=(
        "titles, kinds, dates, abstracts and languages",
        "by-lines with ORCID iDs, affiliations with ROR ids, names in other scripts",
        "journals, proceedings and books with their editors",
        "funders with awards, licences",
        "references that have a DOI",
        "preprints of articles; what a work corrects, retracts, reviews, supplements",
    ),
    lacks=("topics", "references without a DOI", "notices about a work, but where they are among the files"),
    example="byline load crossref-xml deposits/",
    expects=FORM.whole,
    wants=lambda name: bare(name).endswith(".xml"),
    start=start,
)
