"""Containers of DataCite works: the related item in which a work is published, else its container."""

from loaders.bibliographic.containers import NOWHERE, Container, ContainerInfo, book_container, journal_container
from loaders.formats.markup import strip_markup
from loaders.records.dates import year_in
from loaders.sources.datacite.people import author
from loaders.sources.datacite.schema import SOURCE_NAME, UNKNOWN, Item, Publisher, Work, each
from normalization.identifiers import normalize_or_none
from normalization.text import fold

BOOKS = frozenset({"Book", "ConferenceProceeding", "Collection"})
"""Types of items that are books of chapters or papers."""
PLACES = BOOKS | {"Journal"}


def place_of(work: Work) -> Container:
    """Return the journal or book of a work."""
    item = _item(work)
    return _in_item(work, item) if item else _in_container(work)


def pages(work: Work) -> str | None:
    """Return the first and last page."""
    container = _item(work) or work.container
    return (
        "-".join(dict.fromkeys(filter(None, (container.first_page, container.last_page)))) or None
        if container
        else None
    )


def _item(work: Work) -> Item | None:
    """Return the first journal or book in which the work is published, according to its related items."""
    listed = (item for item in each(work.related_items) if item.relation_type == "IsPublishedIn" and _title(item))
    return next((item for item in listed if item.related_item_type in PLACES or _number(item)), None)


def _number(item: Item) -> str:
    """Return the ISSN or ISBN of an item as an ID, or an empty text."""
    listed = item.related_item_identifier
    identifier = _identifier(listed.related_item_identifier_type, listed.related_item_identifier) if listed else ""
    return identifier if identifier.startswith(("issn:", "isbn:")) else ""


def _title(item: Item) -> str:
    return next((strip_markup(title.title) for title in each(item.titles) if title.title and not title.title_type), "")


def _in_item(work: Work, item: Item) -> Container:
    identifier, title = _number(item), _title(item)
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=title,
        publisher=item.publisher or None,
        number=item.volume or None,
        issue=item.issue or None,
        pages=pages(work),
        editors=tuple(
            editor
            for contributor in each(item.contributors)
            if contributor.contributor_type == "Editor" and (editor := author(contributor)) is not None
        ),
        year=year_in(item.publication_year, work.publication_year),
    )
    if identifier.startswith("isbn:") or item.related_item_type in BOOKS:
        return book_container(
            container_info, (identifier if identifier.startswith("isbn:") else f"book/{fold(title) or title}",)
        )
    return journal_container(container_info, (identifier,) if identifier.startswith("issn:") else ())


def _in_container(work: Work) -> Container:
    """Return the container of a work if it has an ISSN or ISBN."""
    container = work.container
    if container is None or not container.title or not container.identifier:
        return NOWHERE
    publisher = work.publisher.name if isinstance(work.publisher, Publisher) else work.publisher
    publisher = None if publisher is None or UNKNOWN.match(publisher) else publisher
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=strip_markup(container.title),
        publisher=publisher,
        number=container.volume or None,
        issue=container.issue or None,
        pages=pages(work),
        year=year_in(work.publication_year),
    )
    identifier = _identifier(container.identifier_type, container.identifier)
    if identifier.startswith("isbn:"):
        return book_container(container_info, (identifier,))
    return journal_container(container_info, (identifier,)) if identifier.startswith("issn:") else NOWHERE


def _identifier(kind: str | None, value: str | None) -> str:
    kind = {"eissn": "issn", "lissn": "issn"}.get((kind or "").lower(), (kind or "").lower())
    return normalize_or_none(f"{kind}:{value}") or ""
