"""Crossref JSON: works that publishers deposit, with bylines, dates, journals, references and licenses.

Reads the public data file (`{"items": [...]}` with a few thousand works per file, or one work per line), responses of
the REST API (`{"message": {"items": [...]}}`), and single works. Yields papers, the journals, volumes and books in
which they appeared, and funders.

Source: https://www.crossref.org/documentation/retrieve-metadata/rest-api/ (facts, CC0-1.0; abstracts are publishers')
"""

import re

import msgspec

from loaders.bibliographic.json_works import Works, is_json_file
from loaders.formats.json_stream import JsonFileKind
from loaders.sources.base import Source, read_each_file
from loaders.sources.crossref.schema import Work
from loaders.sources.crossref.work import records

WRAPPER = re.compile(rb'\{[^\[\]]*?"(?:items|message)"\s*:\s*\[')
"""Text before the list of works in the public data file and in API responses."""
FILE = JsonFileKind("Crossref works, from its public data file or its REST API", "Crossref work", WRAPPER)

_work = msgspec.json.Decoder(Work)
_answer = msgspec.json.Decoder(dict[str, msgspec.Raw])


def _decoded(text: bytes) -> Work | None:
    """Return a work, also from a response about a single work, if the element has a DOI."""
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
    license="CC0-1.0 (facts; abstracts are their publishers')",
    address="https://www.crossref.org",
    provides=(
        "titles, kinds, dates, abstracts and languages",
        "bylines with ORCID iDs and affiliations",
        "journals, volumes, issues, pages, and books with their editors",
        "funders with awards, licenses",
        "references that have a DOI",
        "preprints of articles; works that a work reviews, supplements or translates; retractions and corrections",
    ),
    omits=("topics", "references without a DOI", "citations by works that do not deposit references"),
    example="byline load crossref 0.json.gz",
    expected_files=FILE.description,
    accepts=is_json_file,
    start=read_each_file(WORKS.read_file),
)
