"""CSL-JSON: references as citation processors take them, which Zotero, Pandoc, Mendeley and doi.org give.

Source: https://docs.citationstyles.org/en/stable/specification.html and its schema csl-data.json
"""

import re
from collections.abc import Iterator

import msgspec

from loaders.files.archive import SourceFile
from loaders.files.encoding import NO_JSON, why
from loaders.files.json_elements import Cut, Kind, elements
from loaders.files.strange import told_by_its_beginning
from loaders.recently import Recently
from loaders.records.in_passing import told_once
from loaders.refused import RecordError, Rejected, at
from loaders.source import Item, Source, each_alone
from loaders.sources.csl_json.item import reference
from loaders.sources.csl_json.schema import CslItem
from loaders.works.json_works import wanted
from loaders.works.reference import records

WRAPPER = re.compile(rb'\{[^\[\]]*?"(?:items|references)"\s*:\s*\[')
"""The beginning of an answer of Zotero's, and of Pandoc's metadata, up to the list."""
FILE = Kind("references in CSL-JSON, an array of items or an item a line", "item of CSL-JSON", WRAPPER)
NONE = f"no {FILE.one}."
_decoded = msgspec.json.Decoder(CslItem)


def read(file: SourceFile) -> Iterator[Item]:
    """Yield each work in file order, before it its journal or book and its keywords, where not told lately.

    An item that is out of form or untitled is rejected, and the file goes on. Raises SourceError where nothing is an
    item, and where the file breaks off.
    """
    with file.open() as stream:
        found = _items(elements(stream, file.shown, FILE))
        wrong = f"{file.shown}: expected {FILE.whole}."
        yield from told_by_its_beginning(found, lambda one: one.reason == NONE, wrong)


def _items(cuts: Iterator[Cut | Rejected]) -> Iterator[Item]:
    lately = Recently()
    for cut in cuts:
        if isinstance(cut, Rejected):
            yield cut
            continue
        place, text = cut
        try:
            item = _decoded.decode(text)
            if not item.title and not item.type:
                yield Rejected(place, NONE)
                continue
            place = at(place, str(item.doi or item.id or ""))
            records_of = list(records(reference(item)))
        except msgspec.ValidationError as error:
            yield Rejected(place, NONE if not text.startswith(b"{") else why(error))
        except (*NO_JSON, RecordError) as error:
            yield Rejected(place, why(error))
        else:
            yield from told_once(records_of, lately)


SOURCE = Source(
    name="csl-json",
    title="CSL-JSON",
    licence="as the list's maker says",
    address="https://citationstyles.org",
    gives=(
        "titles, kinds, abstracts, languages, keywords and dates",
        "by-lines with family names and particles, ORCID iDs and affiliations where they are told",
        "DOIs, PMIDs, ISBNs, addresses, versions of software and data",
        "journals and books with their editors; references of doi.org's answers",
    ),
    lacks=("topics but keywords", "funders"),
    example="byline load csl-json references.json",
    expects=FILE.whole,
    wants=wanted,
    start=each_alone(read),
)
