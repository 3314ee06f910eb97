"""OpenAlex: works, people, institutions, journals, topics and funders, of its snapshot and its API.

Source: https://docs.openalex.org (CC0-1.0)
"""

import re
from collections.abc import Iterator, Sequence

from loaders.files.archive import SourceFile, bare
from loaders.files.json_elements import Kind
from loaders.refused import SourceError
from loaders.source import Item, Reader, Source
from loaders.sources.openalex.merged import Merged
from loaders.sources.openalex.read import Reading
from loaders.works.json_works import wanted

FILE = Kind("OpenAlex's entities, as its snapshot and its API give them", "entity of OpenAlex")
PART = re.compile(r"^part[_-]?\d+$")
"""A file of the snapshot, `works/updated_date=2025-01-01/part_000.gz`, without what it is packed in."""


def _wanted(name: str) -> bool:
    return wanted(name) or bool(PART.match(bare(name))) or (_is_merged(name) and "merged_ids" in name.lower())


def _is_merged(name: str) -> bool:
    return bare(name).endswith(".csv")


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. Raises SourceError where merged ids come without entities."""
    tables = [file for file in files if _is_merged(file.name)]
    if tables and len(tables) == len(files):
        raise SourceError(
            f"{tables[0].shown}: merged ids of OpenAlex are read beside the entities: give the files of those too."
        )
    merged = Merged(tables)

    def read(file: SourceFile) -> Iterator[Item]:
        return merged.read(file) if merged.holds(file) else Reading(file, merged, FILE).items()

    return read


SOURCE = Source(
    name="openalex",
    title="OpenAlex",
    licence="CC0-1.0",
    address="https://openalex.org",
    gives=(
        "works with ids of many schemes, kinds, languages, abstracts and references",
        "by-lines with ORCID iDs, affiliations as printed and ROR ids",
        "topics with scores in a hierarchy, keywords, MeSH headings and development goals",
        "journals, volumes, issues and pages; where a work can be had, in which version and under which licence",
        "funders and awards, retractions",
        "people with their names and where they wrote from since when",
        "institutions with their places and relations",
    ),
    lacks=("editors", "days of publication where only the year is known", "why something is cited"),
    example="byline load openalex openalex-snapshot/data",
    expects=FILE.whole,
    wants=_wanted,
    start=start,
)
