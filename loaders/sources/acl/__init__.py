"""The ACL Anthology: its XML collections, its list of people's names, its venues. docs/sources/acl.md says more."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from loaders.files.archive import SourceFile
from loaders.refused import SourceError
from loaders.source import Item, Reader, Source
from loaders.sources.acl import venue, volume
from loaders.sources.acl.beside import NAMES, found_beside
from loaders.sources.acl.people import People

EXAMPLE = "byline load acl acl-anthology/"
EXPECTS = (
    "the Anthology's data folder, with xml/*.xml, yaml/name_variants.yaml and yaml/venues/*.yaml, or what holds it"
)


def wants(name: str) -> bool:
    """Take the collections, the list of names, and the venues, wherever the repository begins."""
    path = PurePosixPath(name.lower())
    return path.suffix == ".xml" or path.name == NAMES or (path.suffix == ".yaml" and path.parent.name == "venues")


def start(files: Sequence[SourceFile]) -> Reader:
    """Read the list of names, by which every collection tells its people apart.

    It stands among the files or beside them. Raises SourceError where it does neither: people would be dealt out
    otherwise than in a load of the whole, and those that are there already dealt anew.
    """
    collections = [file for file in files if _is(file, ".xml")]
    names = next((file for file in files if PurePosixPath(file.name.lower()).name == NAMES), None)
    side = None if names else found_beside(collections)
    if collections and not names and not side:
        raise SourceError(
            f"{collections[0].shown}: {NAMES}, by which the Anthology tells its people apart, is neither among the "
            f"files nor beside them (in yaml/ or ../yaml/). Give the Anthology's whole folder or archive: {EXAMPLE}"
        )
    people = People(names or side)
    venues = venue.Beside(files, collections)

    def read(file: SourceFile) -> Iterator[Item]:
        if file is names:
            return people.records()
        if _is(file, ".xml"):
            return venues.told(volume.read(file, people))
        if _is(file, ".yaml"):
            return venue.read(file)
        raise SourceError(
            f"{file.shown}: expected a file of the Anthology: a collection (.xml), {NAMES} or a venue (.yaml)."
        )

    return read


def _is(file: SourceFile, suffix: str) -> bool:
    return suffix in PurePosixPath(file.name.lower()).suffixes


SOURCE = Source(
    name="acl",
    title="ACL Anthology",
    licence="CC-BY-4.0 from 2016, CC-BY-NC-SA-3.0 before",
    address="https://aclanthology.org",
    gives=(
        "by-lines with person ids, names in other scripts",
        "venues, volumes and editors",
        "abstracts, languages",
        "DOIs",
        "affiliations as written",
        "code and data links",
        "awards, revisions, errata, retractions",
    ),
    lacks=("citations", "topics", "ROR ids", "absence of code or data"),
    example=EXAMPLE,
    expects=EXPECTS,
    wants=wants,
    start=start,
)
