"""Random operations on the schema, from a seed, with values from the graph."""

import re
from random import Random
from typing import Any, NamedTuple

from tests.reference.graph_dump import ROOTS, World

SCALARS = {
    "Paper": (
        "id",
        "title",
        "year",
        "kind",
        "publishedOn",
        "doi",
        "arxiv",
        "acl",
        "citationCount",
        "sources",
        "retracted",
        "collaborationsTruncated",
        "openAccessColor",
        "fundingKnown",
        "referencesKnown",
    ),
    "Researcher": ("id", "name", "aliases", "orcid", "paperCount", "topicCount", "closeCollaboratorCount", "firstYear"),
    "Topic": ("id", "scheme", "code", "name", "paperCount"),
    "Institution": ("id", "name", "country", "ror", "established", "acronyms"),
    "Venue": ("id", "name", "acronym", "acl", "paperCount"),
    "Volume": ("id", "title", "year", "number", "publisher", "isbns", "paperCount"),
    "Funder": ("id", "name", "aliases", "countryCode", "registry", "paperCount"),
}
EDGES = {
    ("Researcher", "papers"): ("Paper", ("position", "nameAsWritten")),
    ("Researcher", "collaborators"): ("Researcher", ("paperCount", "firstYear", "lastYear")),
    ("Researcher", "closeCollaborators"): ("Researcher", ("paperCount",)),
    ("Researcher", "topics"): ("Topic", ("paperCount", "firstYear")),
    ("Paper", "authors"): ("Researcher", ("position", "sources")),
    ("Paper", "topics"): ("Topic", ("score", "source")),
    ("Paper", "references"): ("Paper", ("sources", "intents", "influential")),
    ("Paper", "citedBy"): ("Paper", ("sources", "influential")),
    ("Paper", "relations"): ("Paper", ("kinds", "sources")),
    ("Paper", "funders"): ("Funder", ("awards", "sources")),
    ("Funder", "papers"): ("Paper", ("awards",)),
    ("Paper", "transitiveReferences"): ("Paper", ("depth",)),
    ("Paper", "transitiveCitedBy"): ("Paper", ("depth",)),
    ("Topic", "papers"): ("Paper", ("score",)),
    ("Venue", "volumes"): ("Volume", ()),
    ("Volume", "papers"): ("Paper", ("pages",)),
    ("Volume", "editors"): ("Researcher", ("position",)),
    ("Topic", "ancestors"): ("Topic", ("depth",)),
    ("Topic", "descendants"): ("Topic", ("depth",)),
    ("Institution", "ancestors"): ("Institution", ("depth",)),
    ("Institution", "descendants"): ("Institution", ("depth",)),
}
TEXTS = {
    "Paper": ("title", "publishedOn", "doi", "arxiv", "acl"),
    "Researcher": ("name", "orcid"),
    "Topic": ("code", "name"),
    "Institution": ("name", "country", "ror"),
    "Venue": ("name", "acronym"),
    "Volume": ("title", "publisher"),
    "Funder": ("name", "countryCode"),
}
NUMBERS = {
    "Paper": ("year", "citationCount", "authorCount", "referenceCount"),
    "Researcher": ("paperCount", "topicCount", "firstYear", "collaboratorCount"),
    "Topic": ("paperCount",),
    "Institution": ("established", "paperCount"),
    "Venue": ("paperCount",),
    "Volume": ("year", "paperCount"),
    "Funder": ("paperCount",),
}
SORTS = {
    "Paper": (
        *(
            "PUBLISHED_ON",
            "CITATION_COUNT",
            "TITLE",
            "ID",
            "YEAR",
            "KIND",
            "DOI",
            "ARXIV",
            "OPEN_ACCESS",
            "RETRACTED",
            "HAS_CODE",
        ),
        *("AUTHOR_COUNT", "REFERENCE_COUNT", "PUBLISHED_SOURCE", "FUNDING_KNOWN", "REFERENCES_KNOWN"),
    ),
    "Researcher": (
        "NAME",
        "PAPER_COUNT",
        "CITATION_COUNT",
        "ID",
        "ORCID",
        "TOPIC_COUNT",
        "COLLABORATOR_COUNT",
        "FIRST_YEAR",
        "TRUST_SCORE",
    ),
    "Topic": ("SCHEME_AND_CODE", "PAPER_COUNT", "ID", "CODE", "NAME", "LAST_YEAR"),
    "Institution": ("NAME", "PAPER_COUNT", "ID", "COUNTRY", "CITY", "ESTABLISHED", "LATITUDE", "ROR"),
    "Venue": ("NAME", "PAPER_COUNT", "ID", "ACRONYM"),
    "Volume": ("PAPER_COUNT", "YEAR", "ID", "TITLE"),
    "Funder": ("NAME", "PAPER_COUNT", "ID", "REGISTRY"),
}
EDGE_SORTS = {
    ("Researcher", "papers"): ("POSITION", "NAME_AS_WRITTEN", "CORRESPONDING"),
    ("Researcher", "collaborators"): ("PAPER_COUNT", "FIRST_YEAR", "LAST_YEAR"),
    ("Researcher", "topics"): ("PAPER_COUNT", "FIRST_YEAR"),
    ("Paper", "authors"): ("POSITION", "NAME_AS_WRITTEN"),
    ("Paper", "topics"): ("SCORE", "PRIMARY", "SOURCE"),
    ("Paper", "references"): ("INFLUENTIAL",),
    ("Topic", "papers"): ("SCORE", "PRIMARY"),
    ("Topic", "descendants"): ("DEPTH",),
    ("Institution", "ancestors"): ("DEPTH",),
    ("Paper", "transitiveCitedBy"): ("DEPTH",),
}
GROUP_KEYS = {
    "Paper": (
        "YEAR",
        "KIND",
        "OPEN_ACCESS",
        "RETRACTED",
        "SOURCE",
        "TOPIC",
        "AUTHOR",
        "INSTITUTION",
        "COUNTRY",
        "VENUE",
        "FUNDER",
    ),
    "Researcher": ("FIRST_YEAR", "VERIFICATION_LEVEL", "TOPIC", "INSTITUTION"),
    "Topic": ("SCHEME", "LAST_YEAR"),
    "Institution": ("COUNTRY", "CITY", "TYPE", "PARENT"),
    "Venue": ("KIND",),
    "Volume": ("YEAR", "PUBLISHER", "VENUE"),
    "Funder": ("COUNTRY_CODE",),
}
MEASURES = {
    "Paper": ("CITATION_COUNT", "REFERENCE_COUNT", "AUTHOR_COUNT", "YEAR"),
    "Researcher": ("PAPER_COUNT", "CITATION_COUNT", "TOPIC_COUNT", "FIRST_YEAR", "TRUST_SCORE"),
    "Topic": ("PAPER_COUNT",),
    "Institution": ("PAPER_COUNT",),
    "Venue": ("PAPER_COUNT",),
    "Volume": ("PAPER_COUNT",),
    "Funder": ("PAPER_COUNT",),
}
LINKS: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {
    ("Paper", "authors"): ("Researcher", ("position",)),
    ("Paper", "topics"): ("Topic", ()),
    ("Paper", "references"): ("Paper", ()),
    ("Paper", "citedBy"): ("Paper", ()),
    ("Paper", "outgoingRelations"): ("Paper", ()),
    ("Paper", "incomingRelations"): ("Paper", ()),
    ("Paper", "funders"): ("Funder", ()),
    ("Funder", "papers"): ("Paper", ()),
    ("Paper", "institutions"): ("Institution", ("position",)),
    ("Paper", "venues"): ("Venue", ()),
    ("Researcher", "papers"): ("Paper", ("position",)),
    ("Researcher", "collaborators"): ("Researcher", ("paperCount",)),
    ("Researcher", "topics"): ("Topic", ()),
    ("Researcher", "affiliations"): ("Institution", ("since",)),
    ("Topic", "papers"): ("Paper", ()),
    ("Topic", "researchers"): ("Researcher", ()),
    ("Institution", "papers"): ("Paper", ()),
    ("Institution", "researchers"): ("Researcher", ()),
    ("Institution", "parents"): ("Institution", ()),
    ("Institution", "ancestors"): ("Institution", ()),
    ("Institution", "descendants"): ("Institution", ()),
    ("Topic", "ancestors"): ("Topic", ()),
    ("Topic", "descendants"): ("Topic", ()),
    ("Venue", "papers"): ("Paper", ()),
    ("Venue", "volumes"): ("Volume", ()),
    ("Volume", "papers"): ("Paper", ()),
    ("Volume", "venues"): ("Venue", ()),
}
"""What a filter may speak of beyond the node: the far label, and numbers on the relationship."""
OWN_ORDER = ("collaborators", "closeCollaborators", "authors")


class Pages(NamedTuple):
    """One list: its root field, its filter and order, and its selection set."""

    name: str
    kept: str
    asked: str

    def at(self, ends: str, asked: str = "") -> str:
        """Return the operation for the page with these arguments."""
        return f"{{ r0: {self.name}({', '.join(filter(None, (ends, self.kept)))}) {asked or self.asked} }}"


class Generator:
    """Generates operations; the same seed gives the same operations.

    Selections and values are drawn independently, so that an operation can be repeated with other values.
    """

    def __init__(self, world: World, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311 no secret
        self.values = Random(-seed)  # noqa: S311 as above
        self._before = self.random.getstate()
        self.world = world

    def operation(self) -> str:
        """Return an operation with one to three root fields."""
        self._before = self.random.getstate()
        roots = [self._root(place) for place in range(self.random.choice((1, 1, 2, 3)))]
        return "{ " + " ".join(roots) + " }"

    def again(self) -> str:
        """Return the last operation with other values: page sizes, texts and numbers of its filters."""
        self.random.setstate(self._before)
        return self.operation()

    def pages(self) -> "Pages":
        """Return a list that can be read from any of its cursors."""
        name = self.random.choice(tuple(ROOTS))
        kept = re.sub(r"(first|last): \d+(, )?", "", self._arguments(ROOTS[name], name)[1:-1]).removesuffix(", ")
        return Pages(name, kept, self._connection(ROOTS[name], (), 1))

    def _root(self, place: int) -> str:
        name = self.random.choice(tuple(ROOTS))
        return f"r{place}: {name}{self._arguments(ROOTS[name], name)} {self._connection(ROOTS[name], (), 2)}"

    def _connection(self, label: str, edge: tuple[str, ...], depth: int) -> str:
        parts: list[str] = []
        if self.random.random() < 0.4:
            parts.append("totalCount")
        if self.random.random() < 0.3:
            parts.append("pageInfo { hasNextPage hasPreviousPage }")
        if self.random.random() < 0.25:
            parts.append(self._groups(label))
        if label == "Paper" and self.random.random() < 0.1:
            parts.append(f"years{self.random.choice(('', '(from: 2018)', '(from: 2015, to: 2021)'))} {{ year count }}")
        inner = self._node(label, depth)
        if self.random.random() < 0.5 or edge:
            own = " ".join(self.random.sample(edge, self.random.randint(0, len(edge)))) if edge else ""
            parts.append(f"edges {{ {own} node {inner} }}")
        else:
            parts.append(f"nodes {inner}")
        self.random.shuffle(parts)
        return "{ " + " ".join(parts) + " }"

    def _groups(self, label: str) -> str:
        keys = self.random.sample(GROUP_KEYS[label], self.random.choice((1, 1, min(2, len(GROUP_KEYS[label])))))
        order = ""
        if self.random.random() < 0.5:
            by = self.random.choice(("COUNT", "KEY", "SUM", "AVG", "MIN", "MAX"))
            of = "" if by in ("COUNT", "KEY") else f", measure: {self.random.choice(MEASURES[label])}"
            order = (
                f", orderBy: [{{field: {by}{of}{self.random.choice(('', ', direction: ASC', ', direction: DESC'))}}}]"
            )
        first = self.random.choice(("", ", first: 1", ", first: 7"))
        measure = self.random.choice(("sum", "avg", "min", "max"))
        figure = f"m: {measure}(measure: {self.random.choice(MEASURES[label])})" if self.random.random() < 0.6 else ""
        name = SCALARS[label][0]
        shown = f"keys {{ value node {{ id ... on {label} {{ {name} }} }} }} count {figure}"
        return f"groupBy(keys: [{', '.join(keys)}]{first}{order}) {{ truncated groups {{ {shown} }} }}"

    def _node(self, label: str, depth: int) -> str:
        names = self.random.sample(SCALARS[label], self.random.randint(1, 4))
        parts = [f"x{place}: {name}" if self.random.random() < 0.2 else name for place, name in enumerate(names)]
        walks = [name for (owner, name) in EDGES if owner == label]
        if depth and walks and self.random.random() < 0.7:
            name = self.random.choice(walks)
            far, edge = EDGES[label, name]
            parts.append(f"{name}{self._arguments(far, name, label)} {self._connection(far, edge, depth - 1)}")
        return "{ " + " ".join(parts) + " }"

    def _arguments(self, label: str, name: str, owner: str = "Query") -> str:
        parts: list[str] = []
        if self.random.random() < 0.6:
            parts.append(f"{self.random.choice(('first', 'first', 'last'))}: {self.values.choice((0, 1, 2, 5, 30))}")
        if self.random.random() < 0.5:
            parts.append(f"where: {self._where(label, 2)}")
        if self.random.random() < 0.4:
            keys = [self.sort_key(label, name, owner) for _ in range(self.random.choice((1, 1, 2, 3)))]
            parts.append(f"orderBy: [{', '.join(keys)}]")
        return f"({', '.join(parts)})" if parts else ""

    def sort_key(self, label: str, name: str, owner: str) -> str:
        """Return one key of an `orderBy` for a list of `label` that is the field `name` of `owner`."""
        kind = self.random.random()
        edges = EDGE_SORTS.get((owner, name), ())
        links = [link for (near, link) in LINKS if near == label]
        if edges and kind < 0.3:
            by = f"edge: {self.random.choice(edges)}"
        elif links and kind < 0.55:
            link = self.random.choice(links)
            by = f"count: {{{link}: {self._match(LINKS[label, link], 2)}}}"
        else:
            sorts = (*SORTS[label], "DEFAULT") if name in OWN_ORDER else SORTS[label]
            by = f"field: {self.random.choice(sorts)}"
        way = self.random.choice(("", ", direction: ASC", ", direction: DESC"))
        return f"{{{by}{way}{self.random.choice(('', ', nulls: FIRST', ', nulls: LAST'))}}}"

    def _where(self, label: str, depth: int) -> str:
        kind = self.random.random()
        links = [name for (owner, name) in LINKS if owner == label]
        if depth and links and kind > 0.75:
            name = self.random.choice(links)
            return f"{{{name}: {self._linked(LINKS[label, name], depth)}}}"
        if depth and kind < 0.15:
            word = self.random.choice(("and", "or"))
            inner = ", ".join(self._where(label, depth - 1) for _ in range(self.random.randint(0, 2)))
            return f"{{{word}: [{inner}]}}"
        if depth and kind < 0.3:
            return f"{{not: {self._where(label, depth - 1)}}}"
        if kind < 0.6:
            name = self.random.choice(NUMBERS[label])
            return f"{{{name}: {self._number(self._value(label, name, 3))}}}"
        name = self.random.choice(TEXTS[label])
        return f"{{{name}: {self._text(label, name)}}}"

    def _linked(self, far: tuple[str, tuple[str, ...]], depth: int) -> str:
        operation = self.random.choice(("some", "some", "all", "none", "single", "count"))
        if operation == "count":
            return f"{{count: {{{self.random.choice(('eq', 'lt', 'gte'))}: {self.values.randint(0, 4)}}}}}"
        return f"{{{operation}: {self._match(far, depth)}}}"

    def _match(self, far: tuple[str, tuple[str, ...]], depth: int) -> str:
        label, numbers = far
        parts = [f"node: {self._where(label, depth - 1)}"] if self.random.random() < 0.8 else []
        if numbers and self.random.random() < 0.4:
            parts.append(f"edge: {{{self.random.choice(numbers)}: {self._number(self.values.randint(1, 3))}}}")
        return f"{{{', '.join(parts)}}}"

    def _number(self, value: int) -> str:
        operation = self.random.choice(("eq", "ne", "lt", "lte", "gt", "gte", "in", "notIn", "isNull"))
        if operation in ("in", "notIn"):
            return f"{{{operation}: [{value}, {value + 1}]}}"
        return "{isNull: false}" if operation == "isNull" else f"{{{operation}: {value}}}"

    def _text(self, label: str, name: str) -> str:
        value = str(self._value(label, {"label": "name"}.get(name, name), "none"))
        if name in ("doi", "arxiv", "acl", "orcid", "ror"):
            if value == "none" or self.random.random() < 0.4:
                return f"{{isNull: {self.random.choice(('true', 'false'))}}}"
            operation = self.random.choice(("eq", "in", "ne", "notIn"))
            return f'{{{operation}: ["{value}"]}}' if operation in ("in", "notIn") else f'{{{operation}: "{value}"}}'
        if name == "publishedOn":
            return self._date_condition(value if value != "none" else "2020")
        quoted = value.replace("\\", "\\\\").replace('"', '\\"')
        operation = self.random.choice(
            ("eq", "ne", "lt", "gte", "contains", "in", "startsWith", "endsWith", "matches", "ignoringCase")
        )
        short = quoted[: self.values.randint(1, 4)].rstrip("\\")
        if operation in ("contains", "startsWith"):
            quoted = short
        if operation == "endsWith":
            quoted = quoted[-2:].replace("\\", "").replace('"', "")
        if operation == "matches":
            return f'{{matches: ".*[{quoted[0] if quoted[0].isalnum() else "a"}-z]n.*"}}'
        if operation == "ignoringCase" and self.random.random() < 0.25:
            letter = quoted[0].swapcase() if quoted[0].isalpha() and quoted[0].isascii() else "A"
            return f'{{ignoringCase: {{matches: ".*{letter}.*N.*"}}}}'
        if operation == "ignoringCase":
            return f'{{ignoringCase: {{{self.random.choice(("contains", "startsWith", "ne"))}: "{short.swapcase()}"}}}}'
        return f'{{in: ["{quoted}"]}}' if operation == "in" else f'{{{operation}: "{quoted}"}}'

    def _date_condition(self, date: str) -> str:
        """Return a condition on a partial date: a year, a month or the date itself."""
        date = date[: self.values.choice((4, 7, 10, 30))]
        operation = self.random.choice(("eq", "ne", "in", "notIn", "lt", "lte", "gt", "gte", "exact"))
        return f'{{{operation}: ["{date}"]}}' if operation in ("in", "notIn") else f'{{{operation}: "{date}"}}'

    def _value(self, label: str, name: str, otherwise: Any) -> Any:  # noqa: ANN401 a property
        held = [thing.props[name] for thing in self.world.of(label) if name in thing.props]
        return self.values.choice(held) if held else otherwise
