"""A plain reader of the ACL Anthology's XML that shares no code with the loaders."""

import tarfile
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import zstandard


@dataclass(frozen=True)
class Volume:
    """The values of a `<volume>` element."""

    id: str
    title: str
    year: int
    venues: tuple[str, ...]
    editors: tuple[str, ...]


@dataclass(frozen=True)
class Paper:
    """The values of a `<paper>` element."""

    acl: str
    title: str
    plain: bool
    """Whether the title has no element but those that only say how it is set."""
    doi: str | None
    abstract: bool
    authors: tuple[str, ...]
    ids: tuple[str | None, ...]
    pages: str | None
    awards: tuple[str, ...]
    retracted: bool
    volume: Volume

    @property
    def year(self) -> int:
        """The year of its volume."""
        return self.volume.year


SETTING = {"fixed-case", "b", "i"}


def papers(path: Path) -> list[Paper]:
    """Read every paper of an archive or an unpacked folder."""
    streams = _streams(path, lambda name: "/xml/" in name and name.endswith(".xml"))
    return [paper for stream in streams for paper in _collection(ET.parse(stream).getroot())]  # noqa: S314 the data set is known


def lines(path: Path, name: str) -> list[str]:
    """Read the lines of a text in an archive or an unpacked folder."""
    streams = _streams(path, lambda one: one.endswith(f"/{name}"))
    return [line for stream in streams for line in stream.read().decode("latin-1").splitlines()]


def _streams(path: Path, wanted: Callable[[str], bool]) -> Iterator[IO[bytes]]:
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file() and wanted(f"/{file.relative_to(path).as_posix()}"):
                with file.open("rb") as stream:
                    yield stream
        return
    with (
        path.open("rb") as packed,
        zstandard.ZstdDecompressor().stream_reader(packed) as plain,
        tarfile.open(fileobj=plain, mode="r|") as tar,
    ):
        for member in tar:
            if wanted(f"/{member.name}"):
                stream = tar.extractfile(member)
                assert stream is not None
                yield stream


def _collection(root: ET.Element) -> Iterator[Paper]:
    for volume in root.iter("volume"):
        meta = volume.find("meta")
        assert meta is not None
        told = Volume(
            f"{root.attrib['id']}-{volume.attrib['id']}",
            _text(meta.find("booktitle")) or "",
            int(_text(meta.find("year")) or 0),
            tuple(_text(one) or "" for one in meta.findall("venue")),
            tuple(_name(one) for one in meta.findall("editor")),
        )
        for paper in volume.findall("paper"):
            yield _paper(paper, told, _acl(root.attrib["id"], volume.attrib["id"], paper.attrib["id"]))


def _acl(collection: str, volume: str, paper: str) -> str:
    """Return an ID as the Anthology's site writes it.
    Workshops have two digits, other old-style IDs three; new-style IDs have a dot.
    """
    if not collection[0].isalpha():
        return f"{collection}-{volume}.{paper}"
    if collection[0] == "W" or collection == "C69" or (collection == "D19" and int(volume) >= 5):
        return f"{collection}-{int(volume):02}{int(paper):02}"
    return f"{collection}-{volume}{int(paper):03}"


def _paper(paper: ET.Element, volume: Volume, acl: str) -> Paper:
    title = paper.find("title")
    authors = paper.findall("author")
    abstract = _text(paper.find("abstract"))
    return Paper(
        acl,
        _text(title) or "",
        title is not None and {one.tag for one in title.iter()} <= SETTING | {"title"},
        _text(paper.find("doi")),
        bool(abstract),
        tuple(_name(author) for author in authors),
        tuple(author.get("id") for author in authors),
        _text(paper.find("pages")),
        tuple(_text(one) or "" for one in paper.findall("award")),
        paper.find("retracted") is not None,
        volume,
    )


def _name(element: ET.Element) -> str:
    return " ".join(part for part in (_text(element.find("first")), _text(element.find("last"))) if part)


def _text(element: ET.Element | None) -> str | None:
    return " ".join("".join(element.itertext()).split()) or None if element is not None else None
