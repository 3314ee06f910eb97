"""Crossref: works with by-lines, dates, journals, references and licences, as publishers deposit them.

Read are the public data file (`{"items": [...]}` of a few thousand works each, or a work a line), answers of the REST
API (`{"message": {"items": [...]}}`), and single works.

Source: https://www.crossref.org/documentation/retrieve-metadata/rest-api/ (facts, CC0-1.0; abstracts are publishers')
"""

import re

import msgspec

from loaders.files.json_elements import Kind
from loaders.source import Source, each_alone
from loaders.sources.crossref.schema import Work
from loaders.sources.crossref.work import records
from loaders.works.json_works import Works, wanted

WRAPPER = re.compile(rb'\{[^\[\]]*?"(?:items|message)"\s*:\s*\[')
"""The beginning of the public data file, and of an answer of the API up to its list."""
FILE = Kind("works of Crossref, as its public data file and its REST API give them", "work of Crossref", WRAPPER)

_work = msgspec.json.Decoder(Work)
_answer = msgspec.json.Decoder(dict[str, msgspec.Raw])


def _decoded(text: bytes) -> Work | None:
    """Return a work, out of an answer about one work too; None where there is no DOI anywhere."""
    if not text.startswith(b"{"):
        return None
    shape = _answer.decode(text)
    inner = shape.get("message")
    if "DOI" not in shape and inner is not None and bytes(inner).startswith(b"{"):
        return _decoded(bytes(inner))
    return _work.decode(text) if "DOI" in shape else None


WORKS = Works(FILE, _decoded, lambda work: work.doi, records)


SOURCE = Source(
    name="crossref",
    title="Crossref",
    licence="CC0-1.0 (facts; abstracts are their publishers')",
    address="https://www.crossref.org",
    gives=(
        "titles, kinds, dates, abstracts and languages",
        "by-lines with ORCID iDs and affiliations",
        "journals, volumes, issues, pages, and books with their editors",
        "funders with awards, licences",
        "references that have a DOI",
        "preprints of articles; what a work reviews, supplements, translates; retractions and corrections",
    ),
    lacks=("topics", "references without a DOI", "citations by works that do not deposit references"),
    example="byline load crossref 0.json.gz",
    expects=FILE.whole,
    wants=wanted,
    start=each_alone(WORKS.read),
)
