"""DataCite: data sets, software, preprints and other works with a DOI of DataCite's.

Read are the public data file (one work a line, in folders by prefix) and answers of the REST API (JSON:API), of a list
or of one work.

Source: https://support.datacite.org/docs/datacite-public-data-file (facts, CC0-1.0)
"""

import re

import msgspec

from loaders.files.json_elements import Kind
from loaders.source import Source, each_alone
from loaders.sources.datacite.schema import Shape, Work
from loaders.sources.datacite.work import records
from loaders.works.json_works import Works, wanted

WRAPPER = re.compile(rb'\{\s*"data"\s*:\s*\[')
"""The beginning of an answer of the API, up to its list."""
FILE = Kind("works of DataCite, as its public data file and its REST API give them", "work of DataCite", WRAPPER)

_shape = msgspec.json.Decoder(Shape)
_work = msgspec.json.Decoder(Work)


def _decoded(text: bytes) -> Work | None:
    """Return a work, by itself or within an answer; None where there is no DOI anywhere."""
    if not text.startswith(b"{"):
        return None
    shape = _shape.decode(text)
    for inner in (bytes(shape.data), bytes(shape.attributes)):
        if inner:
            return _decoded(inner)
    return _work.decode(text) if bytes(shape.doi) else None


WORKS = Works(FILE, _decoded, lambda work: work.doi, records)


SOURCE = Source(
    name="datacite",
    title="DataCite",
    licence="CC0-1.0",
    address="https://datacite.org",
    gives=(
        "data sets, software, preprints, theses and other works with their titles, kinds, dates and versions",
        "by-lines with ORCID iDs and affiliations",
        "abstracts, licences and languages",
        "journals, books and proceedings that they are in",
        "funders with awards",
        "what they refer to, supplement, are part, version or translation of, where it has an id",
    ),
    lacks=("topics", "works whose DOI another agency registered, but for a few"),
    example="byline load datacite part_0000.jsonl.gz",
    expects=FILE.whole,
    wants=wanted,
    start=each_alone(WORKS.read),
)
