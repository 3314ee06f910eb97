"""The authors of a row: their names, and what stands beside these in as many items."""

from loaders.records.parts import Affiliation, Author
from loaders.refused import RecordError
from loaders.sources.dblp.names import NUMBER, printed
from loaders.sources.table.cells import Said, affiliations
from loaders.sources.table.fields import ALIGNED

ET_AL = frozenset({"et al", "others", "and others", ""})
"""What stands at the end of a by-line that goes on, without its dots."""


def by_line(said: Said) -> tuple[tuple[Author, ...] | None, bool]:
    """Return the by-line, None where the row does not say, and whether it is complete.

    Raises RecordError where what belongs to the authors does not come to as many as there are.
    """
    names = said.aligned("authors")
    if names is None:
        return None, True
    _drop_empty(names)
    complete = not (names and names[-1].lower().rstrip(".…") in ET_AL)
    if not complete:
        names.pop()
    beside = {field: found for field in ALIGNED if (found := said.nested(field)) is not None}
    for field, found in beside.items():
        _drop_empty(found, len(names))
        if len(found) != len(names):
            raise RecordError(f"{field} has {len(found)} items, but there are {len(names)} authors.")
    scheme = {"orcids": "orcid", "author_ids": said.scheme("author_ids") or f"{said.source}-person"}
    people: list[Author] = []
    for number, name in enumerate(names):
        about = {field: found[number] for field, found in beside.items()}
        ids = [f"{scheme[field]}:{one}" for field in scheme for one in about.get(field, ()) if one]
        if name:
            people.append(_author(said, name, ids, affiliations(about.get("affiliations"), about.get("rors"))))
    return tuple(people), complete


def _drop_empty(items: list[str] | list[list[str]], least: int = 0) -> None:
    """Drop the empty items at the end of a list, which a separator at the end of a cell makes."""
    while len(items) > least and not items[-1]:
        items.pop()


def _author(said: Said, name: str, ids: list[str], places: tuple[Affiliation, ...] | None) -> Author:
    if said.table.columns["authors"].dblp and NUMBER.search(name):
        ids = [*ids, f"dblp-person:{name}"]
        name = printed(name)
    return Author(name=name, ids=tuple(ids), affiliations=places)
