"""Read a collection file of the ACL Anthology: its volumes with editors, and its papers.

Source: https://aclanthology.org (XML, schema.rnc of 2024-08).
"""

import re
from collections.abc import Iterator
from typing import IO

from lxml import etree

from loaders.formats.archive import SourceFile
from loaders.formats.markup import Element, refuse_entities, text_of
from loaders.formats.parse_errors import format_xml_error
from loaders.records.errors import InvalidRecordError, RejectedItem, SourceFileError
from loaders.records.parts import Affiliation, Author, Manifestation, Resource, TypedDate, VolumeUse
from loaders.records.record import Item, PaperRecord, VolumeRecord
from loaders.sources.acl.people import People, full_name
from normalization.identifiers import normalize_or_none


def expect_collection(stream: IO[bytes], name: str) -> None:
    """Check the root element. Raises SourceFileError if it is not that of a collection."""
    elements = etree.iterparse(stream, events=("start",), resolve_entities=False, no_network=True)
    try:
        for _, element in elements:
            if element.tag != "collection":
                raise SourceFileError(f"{name}: expected a <collection> of the Anthology; this is a <{element.tag}>.")
            return
    except etree.XMLSyntaxError as error:
        line, message = format_xml_error(error, elements.error_log)
        raise SourceFileError(f"{name}: line {line}: expected the Anthology's XML: {message}.") from error


def parent_of(element: Element) -> Element:
    """Return the parent of an element. Raises ValueError if it has no parent."""
    parent = element.getparent()
    if parent is None:
        raise ValueError(f"<{element.tag}> has no parent element.")
    return parent


def by_tag(element: Element) -> dict[str, list[Element]]:
    """Return the children of an element by tag, in order."""
    children: dict[str, list[Element]] = {}
    for child in element:
        children.setdefault(str(child.tag), []).append(child)
    return children


def one_of(children: dict[str, list[Element]], tag: str) -> str:
    """Return the text of the first child with a tag, or an empty text."""
    return text_of(children[tag][0]) if tag in children else ""


HOME = "https://aclanthology.org"
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WORD = re.compile(r"[a-z]+")
HAN = re.compile(r"[\u3400-\u9fff]+$")
"""A name in Chinese characters only. The attribute `script` is not reliable."""
TWO_DIGIT_VOLUME = re.compile(r"^(?:W\d\d|C69|D19)$")
FIRST_TWO_DIGIT_OF_D19 = 5
OPEN_SINCE = 2016


def read_volume(file: SourceFile, people: People) -> Iterator[Item]:
    """Yield one record per volume and paper, in file order; a paper that cannot be read is rejected.

    Raises:
        SourceFileError: The file is not a collection, or is malformed XML.
    """
    volume: VolumeRecord | None = None
    date: str | None = None
    with file.open() as stream:
        expect_collection(stream, file.display_name)
    with file.open() as stream:
        elements = etree.iterparse(
            stream, events=("end",), tag=("meta", "paper"), resolve_entities=False, no_network=True, huge_tree=False
        )
        try:
            for _, element in elements:
                try:
                    refuse_entities(element)
                    if element.tag == "paper":
                        if volume is None:
                            raise ValueError("the paper is outside any volume.")  # noqa: TRY301 same handler for all
                        yield _paper(element, volume, date, people)
                        element.clear()
                    elif parent_of(element).tag == "volume":
                        volume, date = _volume(element, people), _date(element)
                        yield volume
                except (ValueError, AttributeError, InvalidRecordError) as error:
                    volume = None if element.tag == "meta" else volume  # not the previous volume
                    yield RejectedItem(f"line {element.sourceline}", str(error))
        except etree.XMLSyntaxError as error:
            line, message = format_xml_error(error, elements.error_log)
            raise SourceFileError(
                f"{file.display_name}: line {line}: expected the Anthology's XML: {message}."
            ) from error


def anthology_id(collection: str, volume: str, paper: str) -> str:
    """Return the ID of a paper: `2022.acl-long.1`, or `P02-1001` and `W19-0101` in the format used until 2019."""
    if not collection[0].isalpha():
        return f"{collection}-{volume}.{paper}"
    if TWO_DIGIT_VOLUME.match(collection) and (collection != "D19" or int(volume) >= FIRST_TWO_DIGIT_OF_D19):
        return f"{collection}-{int(volume):02d}{int(paper):02d}"
    return f"{collection}-{volume}{int(paper):03d}"


def _volume(meta: Element, people: People) -> VolumeRecord:
    key = _volume_key(parent_of(meta))
    year = text_of(meta.find("year"))
    return VolumeRecord(
        source="acl",
        record_license=_license(int(year)) if year else None,
        key=key,
        url=f"{HOME}/volumes/{key}/",
        ids=tuple(
            f"volume:{isbn}"
            for element in meta.iterfind("isbn")
            if (isbn := normalize_or_none(f"isbn:{text_of(element)}"))
        ),
        title=text_of(meta.find("booktitle")),
        year=int(year) if year else None,
        number=text_of(meta.find("journal-volume")) or None,
        issue=text_of(meta.find("journal-issue")) or None,
        publisher=text_of(meta.find("publisher")) or None,
        address=text_of(meta.find("address")) or None,
        venues=tuple(f"acl-venue:{text_of(venue)}" for venue in meta.iterfind("venue")),
        editors=tuple(_author(editor, people) for editor in meta.iterfind("editor")),
    )


def _paper(paper: Element, volume: VolumeRecord, date: str | None, people: People) -> PaperRecord:
    children = by_tag(paper)
    parent = parent_of(paper)
    collection = parent_of(parent).get("id") or ""
    key = anthology_id(collection, parent.get("id") or "", paper.get("id") or "")
    retractions = children.get("retracted", []) + children.get("removed", [])
    dates = [TypedDate(value=date)] if date else []
    dates += [TypedDate(value=day, kind="retracted") for retraction in retractions if (day := retraction.get("date"))]
    dates += [
        TypedDate(value=day, kind="corrected")
        for erratum in children.get("erratum", [])
        if (day := erratum.get("date"))
    ]
    return PaperRecord(
        source="acl",
        record_license=volume.record_license,
        key=key,
        url=f"{HOME}/{key}/",
        title=one_of(children, "title"),
        ids=(f"acl:{key}", *(_outside_id(text_of(doi)) for doi in children.get("doi", []))),
        abstract=one_of(children, "abstract") or None,
        language=one_of(children, "language") or None,
        dates=tuple(dates),
        authors=tuple(_author(author, people) for author in children.get("author", [])),
        appeared_in=VolumeUse(
            volume=f"acl:{volume.key}",
            pages=one_of(children, "pages") or None,
            issue=one_of(children, "issue") or None,
            venues=volume.venues,
        ),
        resources=tuple(_resources(children)),
        forms=tuple(_forms(children)),
        retracted=True if retractions else None,
        notices=tuple(filter(None, map(text_of, retractions))),
        awards=tuple(map(text_of, children.get("award", []))),
        comment=one_of(children, "note") or None,
    )


def _license(year: int) -> str:
    """Return the license of the Anthology's content of a year, as the page footers state."""
    return "CC-BY-4.0" if year >= OPEN_SINCE else "CC-BY-NC-SA-3.0"


def _outside_id(text: str) -> str:
    """Return the ID in a doi element; some volumes contain a handle there."""
    return f"handle:{text}" if "hdl.handle.net/" in text else f"doi:{text}"


def _resources(children: dict[str, list[Element]]) -> Iterator[Resource]:
    for code in children.get("pwccode", []):
        if url := code.get("url"):
            yield Resource(url=url, kind="code", name=text_of(code) or None)
    for dataset in children.get("pwcdataset", []):
        if url := dataset.get("url"):
            yield Resource(url=url, kind="dataset", name=text_of(dataset) or None)


def _forms(children: dict[str, list[Element]]) -> Iterator[Manifestation]:
    for url in children.get("url", []):
        yield Manifestation(url=_address(text_of(url), ".pdf"), kind="article")
    for revision in children.get("revision", []):
        yield Manifestation(
            url=_address(revision.get("href") or "", ".pdf"),
            kind="revision",
            version=revision.get("id"),
            date=revision.get("date"),
            note=text_of(revision) or None,
        )
    for erratum in children.get("erratum", []):
        url = _address(text_of(erratum), ".pdf")
        yield Manifestation(url=url, kind="erratum", version=erratum.get("id"), date=erratum.get("date"))
    for attachment in children.get("attachment", []):
        url = _address(f"attachments/{text_of(attachment)}", "")
        yield Manifestation(url=url, kind="attachment", note=attachment.get("type"))
    for video in children.get("video", []):
        yield Manifestation(url=_address(video.get("href") or "", ""), kind="video")


def _address(name: str, suffix: str) -> str:
    """Return the URL of a file of the Anthology, or an external URL unchanged."""
    name = name.removeprefix("attachments/") if "://" in name else name
    return name if "://" in name else f"{HOME}/{name}{suffix}"


def _author(person: Element, people: People) -> Author:
    first, last = text_of(person.find("first")), text_of(person.find("last"))
    name = full_name(first, last)
    identifier = people.id_of(name, person.get("id"))
    places = tuple(Affiliation(text=text_of(place)) for place in person.iterfind("affiliation"))
    return Author(
        name=name,
        family=last,
        ids=(f"acl-person:{identifier}",) if identifier else (),
        affiliations=places or None,
        variants=tuple(filter(None, map(_variant, person.iterfind("variant")))),
    )


def _variant(variant: Element) -> str:
    """Return a name in another script: in Chinese characters, the family name first and without a space."""
    first, last = text_of(variant.find("first")).strip(", "), text_of(variant.find("last")).strip(", ")
    return f"{last}{first}" if HAN.match(last + first) else full_name(first, last)


def _date(meta: Element) -> str | None:
    """Return the year and month of a volume, or only the year if no single month is named. Days belong to the event."""
    year = text_of(meta.find("year"))
    months = {word[:3] for word in WORD.findall(text_of(meta.find("month")).lower())} & set(MONTHS)
    if not year:
        return None
    return f"{year}-{MONTHS.index(months.pop()) + 1:02d}" if len(months) == 1 else year


def _volume_key(volume: Element) -> str:
    return f"{parent_of(volume).get('id')}-{volume.get('id')}"
