"""ACL Anthology: the XML collections, the list of person names, and the venues (YAML) of its data repository.

Yields papers, volumes with editors, venues, and persons. See docs/sources/acl.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

import msgspec

from loaders.formats.archive import SourceFile
from loaders.formats.yaml_document import read_yaml
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.record import Item, VenueRecord, VolumeRecord
from loaders.sources.acl import volume
from loaders.sources.acl.people import People
from loaders.sources.base import Reader, Source

NAME_VARIANTS = "name_variants.yaml"


def find_adjacent_files(collections: Iterable[SourceFile]) -> SourceFile | None:
    """Return the Anthology's list of names if it is in the folder of a collection, in its yaml/, or in ../yaml/."""
    for folder in yaml_folders(collections):
        if (folder / NAME_VARIANTS).is_file():
            return SourceFile(NAME_VARIANTS, folder / NAME_VARIANTS, str(folder / NAME_VARIANTS))
    return None


def yaml_folders(collections: Iterable[SourceFile]) -> Iterator[Path]:
    """Yield the folders that may contain lookup tables of the collections, without duplicates."""
    for folder in dict.fromkeys(file.path.resolve().parent for file in collections):
        yield from (folder, folder / "yaml", folder.parent / "yaml")


class Venue(msgspec.Struct):
    """A file of yaml/venues; other fields are ignored."""

    name: str
    acronym: str | None = None
    type: str | None = None
    url: str | None = None


def read_venue(file: SourceFile) -> Iterator[Item]:
    """Yield the venue that a file describes. Raises SourceFileError if the file is not a venue."""
    slug = PurePosixPath(file.name).stem
    venue = read_yaml(file, Venue, "one venue")
    yield VenueRecord(
        source="acl",
        key=f"venue/{slug}",
        url=f"https://aclanthology.org/venues/{slug}/",
        name=venue.name,
        ids=(f"acl-venue:{slug}",),
        acronym=venue.acronym,
        kind="journal" if venue.type == "journal" else "workshop" if "Workshop" in venue.name else None,
        website=venue.url,
    )


class AdjacentVenues:
    """Venue files that were not given but are next to the given collections."""

    def __init__(self, files: Sequence[SourceFile], collections: Sequence[SourceFile]) -> None:
        self._given = {PurePosixPath(file.name).stem for file in files if file.name.lower().endswith(".yaml")}
        self._folders = [folder / "venues" for folder in yaml_folders(collections)]

    def with_venues(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items of a collection, each of its venues before the first volume that names it."""
        seen_slugs = set(self._given)
        for item in items:
            for identifier in item.venues if isinstance(item, VolumeRecord) else ():
                slug = identifier.partition(":")[2]
                if slug not in seen_slugs:
                    seen_slugs.add(slug)
                    yield from self._venue(slug)
            yield item

    def _venue(self, slug: str) -> Iterator[Item]:
        for folder in self._folders:
            path = folder / f"{slug}.yaml"
            if path.parent == folder and path.is_file():
                try:
                    yield from read_venue(SourceFile(path.name, path, str(path)))
                except SourceFileError as error:
                    yield RejectedItem(f"venue {slug}", str(error))
                return


EXAMPLE = "byline load acl acl-anthology/"
EXPECTS = (
    "the Anthology's data folder, with xml/*.xml, yaml/name_variants.yaml and yaml/venues/*.yaml, or an archive of it"
)


def wants(name: str) -> bool:
    """Return True for collections, the list of names, and venues, in any parent folder."""
    path = PurePosixPath(name.lower())
    return (
        path.suffix == ".xml" or path.name == NAME_VARIANTS or (path.suffix == ".yaml" and path.parent.name == "venues")
    )


def start(files: Sequence[SourceFile]) -> Reader:
    """Read the list of names, which identifies the people in all collections, and return the reader.

    Raises:
        SourceFileError: The list is neither among the files nor next to them. Without it, people would be identified
            differently than in a full load, and people already in the graph would be reassigned.
    """
    collections = [file for file in files if _is(file, ".xml")]
    names = next((file for file in files if PurePosixPath(file.name.lower()).name == NAME_VARIANTS), None)
    adjacent_names = None if names else find_adjacent_files(collections)
    if collections and not names and not adjacent_names:
        raise SourceFileError(
            f"{collections[0].display_name}: {NAME_VARIANTS}, which identifies the Anthology's people, is neither "
            "among the files nor next to them (in yaml/ or ../yaml/). Load the Anthology's whole folder or archive: "
            f"{EXAMPLE}"
        )
    people = People(names or adjacent_names)
    venues = AdjacentVenues(files, collections)

    def read_file(file: SourceFile) -> Iterator[Item]:
        if file is names:
            return people.records()
        if _is(file, ".xml"):
            return venues.with_venues(volume.read_volume(file, people))
        if _is(file, ".yaml"):
            return read_venue(file)
        raise SourceFileError(
            f"{file.display_name}: expected a file of the Anthology: a collection (.xml), {NAME_VARIANTS} "
            "or a venue (.yaml)."
        )

    return read_file


def _is(file: SourceFile, suffix: str) -> bool:
    return suffix in PurePosixPath(file.name.lower()).suffixes


SOURCE = Source(
    name="acl",
    title="ACL Anthology",
    license="CC-BY-4.0 from 2016, CC-BY-NC-SA-3.0 before",
    address="https://aclanthology.org",
    provides=(
        "bylines with person IDs, names in other scripts",
        "venues, volumes and editors",
        "abstracts, languages",
        "DOIs",
        "affiliations as written",
        "code and data links",
        "awards, revisions, errata, retractions",
    ),
    omits=("citations", "topics", "ROR IDs", "absence of code or data"),
    example=EXAMPLE,
    expected_files=EXPECTS,
    accepts=wants,
    start=start,
)
