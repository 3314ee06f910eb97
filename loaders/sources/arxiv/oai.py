"""One record of arXiv's OAI-PMH answers, in the formats arXiv and arXivRaw.

arXiv has the parts of names apart, and the days of the first and the last version; arXivRaw has every version to the
second and the by-line as it was typed. Both name the licence.

Source: https://info.arxiv.org/help/oa/index.html, http://www.openarchives.org/OAI/openarchivesprotocol.html
"""

from collections.abc import Iterable
from datetime import UTC
from email.utils import parsedate_to_datetime

from loaders.files.markup import Element, child_text, folded_text
from loaders.records.parts import Affiliation, Author
from loaders.refused import RecordError
from loaders.sources.arxiv.by_line import authors as authors_of
from loaders.sources.arxiv.feed import OAI
from loaders.sources.arxiv.paper import Told, Version
from loaders.works.tex_accents import plainly

ARXIV = "{http://arxiv.org/OAI/arXiv/}"
RAW = "{http://arxiv.org/OAI/arXivRaw/}"


def is_deleted(record: Element) -> bool:
    """Tell whether arXiv says of a record only that it is no more."""
    header = record.find(f"{OAI}header")
    return header is not None and header.get("status") == "deleted"


def identifier(record: Element) -> str | None:
    """Return what OAI-PMH calls a record, `oai:arXiv.org:0704.0001`."""
    return child_text(record, f"{OAI}header/{OAI}identifier")


def told(record: Element) -> Told:
    """Return what a record says. Raises RecordError where its metadata is in another format."""
    metadata = next(iter(record.iterfind(f"{OAI}metadata/*")), None)
    if metadata is None or metadata.tag not in (f"{ARXIV}arXiv", f"{RAW}arXivRaw"):
        found = "nothing" if metadata is None else f"<{str(metadata.tag).rpartition('}')[2]}>"
        raise RecordError(f"expected metadata in the format arXiv or arXivRaw, found {found}: ask for one of them.")
    raw = metadata.tag.startswith(RAW)
    space = RAW if raw else ARXIV

    def text(name: str) -> str | None:
        said = child_text(metadata, f"{space}{name}")
        return plainly(said) if said else None

    categories = tuple((text("categories") or "").split())
    return Told(
        named=text("id"),
        title=text("title"),
        versions=_numbered(metadata) if raw else _dated(text("created"), text("updated")),
        categories=categories,
        primary=next(iter(categories), None),
        authors=authors_of(child_text(metadata, f"{RAW}authors") or "") if raw else _authors(metadata),
        abstract=text("abstract"),
        comment=text("comments"),
        journal_ref=text("journal-ref"),
        dois=tuple((text("doi") or "").split()),
        licence=text("license"),
        revised=child_text(record, f"{OAI}header/{OAI}datestamp"),
    )


def _dated(created: str | None, updated: str | None) -> tuple[Version, ...]:
    if not created:
        return ()
    later = (Version(number=None, date=updated),) if updated not in (None, created) else ()
    return (Version(number="1", date=created), *later)


def _numbered(metadata: Element) -> tuple[Version, ...]:
    return versions(
        (one.get("version", ""), child_text(one, f"{RAW}date") or "") for one in metadata.iterfind(f"{RAW}version")
    )


def versions(said: Iterable[tuple[str, str]]) -> tuple[Version, ...]:
    """Return versions (`v2`, `Tue, 3 Apr 2007 19:18:42 GMT`), oldest first. Raises RecordError for what is none."""
    found: list[tuple[int, Version]] = []
    for name, date in said:
        number = name.removeprefix("v")
        if not (number.isascii() and number.isdigit()):
            raise RecordError(f"{name!r} is no version: expected v1, v2 and so on.")
        try:
            moment = parsedate_to_datetime(date)
        except ValueError:
            raise RecordError(f"{date!r} is no date of a version: expected Mon, 2 Apr 2007 19:18:42 GMT.") from None
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        found.append((int(number), Version(number=number, date=moment.strftime("%Y-%m-%dT%H:%M:%SZ"))))
    return tuple(version for _, version in sorted(found, key=lambda one: one[0]))


def _authors(metadata: Element) -> tuple[Author, ...]:
    return tuple(
        author(
            child_text(one, f"{ARXIV}keyname"),
            child_text(one, f"{ARXIV}forenames"),
            child_text(one, f"{ARXIV}suffix"),
            filter(None, map(folded_text, one.iterfind(f"{ARXIV}affiliation"))),
        )
        for one in metadata.iterfind(f"{ARXIV}authors/{ARXIV}author")
    )


def author(key: str | None, fore: str | None, suffix: str | None, places: Iterable[str]) -> Author:
    """Return an author of the parts of a name; what has a key name alone may be a collaboration."""
    key, fore, suffix = (plainly(part or "").strip() for part in (key, fore, suffix))
    return Author(
        name=" ".join(filter(None, (fore, key, suffix))),
        family=key if key and fore else None,
        affiliations=tuple(Affiliation(text=plainly(place)) for place in places) or None,
    )
