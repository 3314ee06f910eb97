"""The Research Organization Registry: institutions with their names, places and relations.

A dump is one JSON array of organisations, schema 2 or 1; the registry publishes it as a .zip, often with one file for
each schema. A file with a single organisation, as the registry keeps them one by one, is read too,
and one with an organisation a line.

Source: https://ror.readme.io/docs/ror-data-structure (schema 2), https://doi.org/10.5281/zenodo.6347574 (dumps).
"""

import re
from collections.abc import Iterator, Sequence

from loaders.files.archive import SourceFile, bare
from loaders.files.json_elements import Kind, elements
from loaders.files.strange import told_by_its_beginning
from loaders.refused import Rejected
from loaders.source import Item, Reader, Source
from loaders.sources.ror.organisation import NO_OBJECT, NO_ORGANISATION, organisation

DUMP = Kind("a ROR dump, a JSON array of organisations", "organisation")
ANOTHER_KIND = frozenset({NO_OBJECT, NO_ORGANISATION})
"""Why an element is refused that no organisation gone wrong is refused for."""
SECOND_SCHEMA = re.compile(r"[._-]schema_v2(?=\.json)", re.IGNORECASE)
BESIDE = frozenset({"manifest.json", "source_paths.json"})
"""Files that stand beside a dump and hold no organisations."""


def read(file: SourceFile) -> Iterator[Item]:
    """Yield one record per organisation, in file order; one that is out of form is rejected and the file goes on.

    Raises SourceError where it holds no organisation, and where it breaks off.
    """
    with file.open() as stream:
        found = (one if isinstance(one, Rejected) else organisation(*one) for one in elements(stream, file.shown, DUMP))
        yield from told_by_its_beginning(
            found,
            lambda item: item.reason in ANOTHER_KIND,
            f"{file.shown}: expected {DUMP.whole}.",
            empty=f"{file.shown}: the dump is an empty array: it holds no organisation.",
        )


def _wanted(name: str) -> bool:
    return bare(name).endswith((".json", ".jsonl", ".ndjson")) and bare(name) not in BESIDE


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. Of a dump that comes in both schemas, side by side, only schema 2 is read: it says more."""
    told_better = {SECOND_SCHEMA.sub("", file.shown) for file in files if SECOND_SCHEMA.search(file.shown)}

    def reader(file: SourceFile) -> Iterator[Item]:
        return iter(()) if file.shown in told_better else read(file)

    return reader


SOURCE = Source(
    name="ror",
    title="Research Organization Registry",
    licence="CC0-1.0",
    address="https://ror.org",
    gives=(
        "names, aliases and acronyms",
        "places",
        "types, status and year of establishment",
        "parents, children, successors, predecessors and related institutions",
        "home pages",
    ),
    lacks=("who works there", "ids of other registers"),
    example="byline load ror v2.9-2026-06-23-ror-data.zip",
    expects="a dump of the registry, .json or the .zip that it comes in",
    wants=_wanted,
    start=start,
)
