"""What a work of DataCite appeared in: the thing that it says it is published in, else its container."""

from cypher.folding import fold
from cypher.identifiers import known
from loaders.files.markup import plain
from loaders.records.dates import year_in
from loaders.sources.datacite.parts import SOURCE_NAME, UNKNOWN
from loaders.sources.datacite.people import author
from loaders.sources.datacite.schema import Item, Publisher, Work, each
from loaders.works.places import NOWHERE, Place, Within, in_book, in_journal

BOOKS = frozenset({"Book", "ConferenceProceeding", "Collection"})
"""Types of things that are books of chapters or papers."""
PLACES = BOOKS | {"Journal"}


def place_of(work: Work) -> Place:
    """Return the journal or book in which a work is."""
    item = _item(work)
    return _in_item(work, item) if item else _in_container(work)


def pages(work: Work) -> str | None:
    """Return the pages from the first to the last."""
    held = _item(work) or work.container
    return "-".join(dict.fromkeys(filter(None, (held.first_page, held.last_page)))) or None if held else None


def _item(work: Work) -> Item | None:
    """Return the first journal or book that the work is published in, by what it says of related things."""
    listed = (one for one in each(work.related_items) if one.relation_type == "IsPublishedIn" and _title(one))
    return next((one for one in listed if one.related_item_type in PLACES or _number(one)), None)


def _number(item: Item) -> str:
    """Return its ISSN or ISBN as an id, empty where it has none."""
    listed = item.related_item_identifier
    found = _identifier(listed.related_item_identifier_type, listed.related_item_identifier) if listed else ""
    return found if found.startswith(("issn:", "isbn:")) else ""


def _title(item: Item) -> str:
    return next((plain(one.title) for one in each(item.titles) if one.title and not one.title_type), "")


def _in_item(work: Work, item: Item) -> Place:
    found, title = _number(item), _title(item)
    said = Within(
        source=SOURCE_NAME,
        name=title,
        publisher=item.publisher or None,
        number=item.volume or None,
        issue=item.issue or None,
        pages=pages(work),
        editors=tuple(
            editor
            for one in each(item.contributors)
            if one.contributor_type == "Editor" and (editor := author(one)) is not None
        ),
        year=year_in(item.publication_year, work.publication_year),
    )
    if found.startswith("isbn:") or item.related_item_type in BOOKS:
        return in_book(said, (found if found.startswith("isbn:") else f"book/{fold(title) or title}",))
    return in_journal(said, (found,) if found.startswith("issn:") else ())


def _in_container(work: Work) -> Place:
    """Return where a work is by its container, where that has a number of its own."""
    held = work.container
    if held is None or not held.title or not held.identifier:
        return NOWHERE
    publisher = work.publisher.name if isinstance(work.publisher, Publisher) else work.publisher
    publisher = None if publisher is None or UNKNOWN.match(publisher) else publisher
    said = Within(
        source=SOURCE_NAME,
        name=plain(held.title),
        publisher=publisher,
        number=held.volume or None,
        issue=held.issue or None,
        pages=pages(work),
        year=year_in(work.publication_year),
    )
    found = _identifier(held.identifier_type, held.identifier)
    if found.startswith("isbn:"):
        return in_book(said, (found,))
    return in_journal(said, (found,)) if found.startswith("issn:") else NOWHERE


def _identifier(kind: str | None, value: str | None) -> str:
    kind = {"eissn": "issn", "lissn": "issn"}.get((kind or "").lower(), (kind or "").lower())
    return known(f"{kind}:{value}") or ""
