"""The venues of the ACL Anthology: one file each, in yaml/venues."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

import msgspec
import yaml

from loaders.files.archive import SourceFile
from loaders.files.encoding import why
from loaders.records.record import VenueRecord, VolumeRecord
from loaders.refused import Rejected, SourceError
from loaders.source import Item
from loaders.sources.acl.beside import yaml_folders


class Venue(msgspec.Struct):
    """What a file of yaml/venues says; the rest is of no use here."""

    name: str
    acronym: str | None = None
    type: str | None = None
    url: str | None = None


def read(file: SourceFile) -> Iterator[Item]:
    """Yield the venue that one file describes. Raises SourceError."""
    slug = PurePosixPath(file.name).stem
    with file.open() as stream:
        try:
            said = msgspec.convert(yaml.load(stream, Loader=yaml.CSafeLoader), Venue)
        except (yaml.YAMLError, msgspec.ValidationError) as error:
            raise SourceError(f"{file.shown}: expected one venue: {why(error)}") from error
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


class Beside:
    """Venues whose files are not among those that were given, but stand beside them."""

    def __init__(self, files: Sequence[SourceFile], collections: Sequence[SourceFile]) -> None:
        self._given = {PurePosixPath(file.name).stem for file in files if file.name.lower().endswith(".yaml")}
        self._folders = [folder / "venues" for folder in yaml_folders(collections)]

    def told(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items of a collection, each of its venues before the first volume that names it."""
        told = set(self._given)
        for item in items:
            for identifier in item.venues if isinstance(item, VolumeRecord) else ():
                slug = identifier.partition(":")[2]
                if slug not in told:
                    told.add(slug)
                    yield from self._venue(slug)
            yield item

    def _venue(self, slug: str) -> Iterator[Item]:
        for folder in self._folders:
            path = folder / f"{slug}.yaml"
            if path.parent == folder and path.is_file():
                try:
                    yield from read(SourceFile(path.name, path, str(path)))
                except SourceError as error:
                    yield Rejected(f"venue {slug}", str(error))
                return
