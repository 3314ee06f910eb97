"""The ACL Anthology: its XML collections, its list of people's names, its venues. docs/sources/acl.md says more."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

import msgspec
import yaml

from loaders.archive import SourceFile
from loaders.record import VenueRecord
from loaders.source import Item, Reader, Rejected, Source, SourceError
from loaders.sources.acl import volume
from loaders.sources.acl.people import People


def wants(name: str) -> bool:
    """Take the collections, the list of names, and the venues, wherever the repository begins."""
    path = PurePosixPath(name)
    if path.suffix == ".xml":
        return True
    return path.name == "name_variants.yaml" or (path.suffix == ".yaml" and path.parent.name == "venues")


def start(files: Sequence[SourceFile]) -> Reader:
    """Read the list of names, by which every collection tells its people apart."""
    names = next((file for file in files if file.name.endswith("name_variants.yaml")), None)
    people = People(names)

    def read(file: SourceFile) -> Iterator[Item]:
        if file is names:
            return people.records()
        return volume.read(file, people) if file.name.partition(".xml")[1] else _venue(file)

    return read


class Venue(msgspec.Struct):
    """What a file of yaml/venues says; the rest is of no use here."""

    name: str
    acronym: str | None = None
    type: str | None = None
    url: str | None = None


def _venue(file: SourceFile) -> Iterator[Item]:
    """Yield the venue that one file of yaml/venues describes. Raises SourceError."""
    slug = PurePosixPath(file.name).stem
    with file.open() as stream:
        try:
            said = msgspec.convert(yaml.load(stream, Loader=yaml.CSafeLoader), Venue)
        except yaml.YAMLError as error:
            raise SourceError(f"{file.name}: expected one venue: {error}") from error
        except msgspec.ValidationError as error:
            yield Rejected(f"venue {slug}", str(error))
            return
    yield VenueRecord(
        source="acl",
        key=f"venue/{slug}",
        url=f"https://aclanthology.org/venues/{slug}/",
        name=said.name,
        ids=(f"acl-venue:{slug}",),
        acronym=said.acronym,
        kind="journal" if said.type == "journal" else "workshop" if "Workshop" in said.name else None,
        website=said.url,
    )


SOURCE = Source(
    name="acl",
    title="ACL Anthology",
    licence="CC-BY-4.0 from 2016, CC-BY-NC-SA-3.0 before",
    address="https://aclanthology.org",
    gives=(
        "by-lines with person ids",
        "venues, volumes and editors",
        "abstracts",
        "DOIs",
        "affiliations as written",
        "code and data links",
        "awards, revisions, errata, retractions",
    ),
    lacks=("citations", "topics", "ROR ids", "absence of code or data"),
    example="byline load acl acl-anthology/",
    wants=wants,
    start=start,
)
