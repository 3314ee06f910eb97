"""People as BibTeX writes them: `von Last, Jr, First`, `First von Last`, `{A Group}`, `and others`; and in parts."""

import re
from typing import NamedTuple

from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names

from loaders.records.parts import Author
from loaders.sources.bibtex.latex import text

OTHERS = frozenset({"others", "et al.", "et al"})
PART = re.compile(r"\s*([\w-]+)\s*=\s*(\{.*\}|\".*\"|[^,]*)\s*")
COMMAS = re.compile(r",(?![^{]*\})")
FAMILY = re.compile(r"(?:^|,)\s*family\s*=")


class ByLine(NamedTuple):
    """People in order, and whether they are all."""

    people: list[Author]
    complete: bool = True


def by_line(raw: str) -> ByLine:
    """Return the people of a field, in order; who has no name is left out."""
    said = split_multiple_persons_names(" ".join(raw.split()))
    complete = not (said and text(said[-1]).lower() in OTHERS)
    found = [_person(one) for one in (said if complete else said[:-1])]
    return ByLine([one for one in found if one], complete)


def _person(raw: str) -> Author | None:
    if FAMILY.search(raw):
        parts = (found for one in COMMAS.split(raw) if (found := PART.fullmatch(one)))
        said = {str(one[1]): text(str(one[2]).strip('"')) for one in parts}
        last = f"{said.get('prefix', '')} {said.get('family', '')}"
        return _named(said.get("given", ""), last, said.get("suffix", ""))
    if not COMMAS.search(raw):  # `{A Group, Inc.}`, or a name whose parts the file does not tell apart
        name = text(raw)
        return Author(name=name, family=name if "," in name else None) if name else None
    split = parse_single_name_into_parts(raw, strict=False)
    first, von, last, jr = (text(" ".join(part)) for part in (split.first, split.von, split.last, split.jr))
    return _named(first, f"{von} {last}", jr)


def _named(first: str, last: str, jr: str) -> Author | None:
    family = " ".join(last.split())
    name = " ".join(filter(None, (first, family, jr)))
    return Author(name=name, family=family or None) if name else None
