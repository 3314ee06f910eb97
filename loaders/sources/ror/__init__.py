"""Research Organization Registry (ROR): institutions with their names, places and relations, in JSON.

A dump is one JSON array of organizations, in schema 2 or 1; the registry publishes it as a .zip, often with one file
per schema. Files with a single organization, as in the registry's repository, and with one organization per line are
read, too. Yields institutions.

Source: https://ror.readme.io/docs/ror-data-structure (schema 2), https://doi.org/10.5281/zenodo.6347574 (dumps).
"""

import re
from collections.abc import Iterator, Sequence

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.foreign_files import reject_foreign_files
from loaders.formats.json_stream import JsonFileKind, elements
from loaders.records.errors import RejectedItem
from loaders.records.record import Item
from loaders.sources.base import Reader, Source
from loaders.sources.ror.organization import NO_OBJECT, NO_ORGANIZATION, organization

DUMP = JsonFileKind("a ROR dump, a JSON array of organizations", "organization")
ANOTHER_KIND = frozenset({NO_OBJECT, NO_ORGANIZATION})
"""Reasons for rejects that show a file of another kind; a malformed organization has other reasons."""
SECOND_SCHEMA = re.compile(r"[._-]schema_v2(?=\.json)", re.IGNORECASE)
IGNORED_FILES = frozenset({"manifest.json", "source_paths.json"})
"""Files next to a dump that contain no organizations."""


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield one record per organization, in file order; a malformed organization is rejected.

    Raises:
        SourceFileError: The file has no organization, or is truncated.
    """
    with file.open() as stream:
        items = (
            element if isinstance(element, RejectedItem) else organization(*element)
            for element in elements(stream, file.display_name, DUMP)
        )
        yield from reject_foreign_files(
            items,
            lambda item: item.reason in ANOTHER_KIND,
            f"{file.display_name}: expected {DUMP.description}.",
            empty=f"{file.display_name}: the dump is an empty array, without organizations.",
        )


def _wanted(name: str) -> bool:
    return strip_suffixes(name).endswith((".json", ".jsonl", ".ndjson")) and strip_suffixes(name) not in IGNORED_FILES


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. If a dump contains both schemas, only schema 2 is read, because it has more details."""
    with_schema_2 = {
        SECOND_SCHEMA.sub("", file.display_name) for file in files if SECOND_SCHEMA.search(file.display_name)
    }

    def reader(file: SourceFile) -> Iterator[Item]:
        return iter(()) if file.display_name in with_schema_2 else read_file(file)

    return reader


SOURCE = Source(
    name="ror",
    title="Research Organization Registry",
    license="CC0-1.0",
    address="https://ror.org",
    provides=(
        "names, aliases and acronyms",
        "places",
        "types, status and year of establishment",
        "parents, children, successors, predecessors and related institutions",
        "home pages",
    ),
    omits=("employees", "IDs of other registries"),
    example="byline load ror v2.9-2026-06-23-ror-data.zip",
    expected_files="a dump of the registry, .json or the .zip that it comes in",
    accepts=_wanted,
    start=start,
)
