"""Types that can be reconciled, with their properties for matching and data extension."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a type; `fact` is the fact of `match` that it provides, "" if it does not help matching."""

    id: str
    name: str
    fact: str = ""
    many: bool = False
    """The fact accepts several values."""
    number: bool = False
    """The fact is an integer."""
    selection: str = ""
    """GraphQL selection that fetches the property, with its ID as alias; "" if it cannot be fetched."""
    entities: str = ""
    """Type of its values if they are entities."""


@dataclass(frozen=True, slots=True)
class EntityType:
    """A type of entity: how it is matched, described and fetched."""

    id: str
    name: str
    argument: str
    """Argument of `match`, and name of its variable."""
    facts: str
    """GraphQL input type of a description."""
    text: str
    """Fact that the query string contains."""
    shown: str
    """GraphQL selection of its name and description."""
    properties: Mapping[str, Property] = field(default_factory=dict[str, Property])


def _kind(kind: EntityType, *properties: Property) -> EntityType:
    by_id = {prop.id: prop for prop in properties}
    return EntityType(kind.id, kind.name, kind.argument, kind.facts, kind.text, kind.shown, by_id)


KINDS: dict[str, EntityType] = {
    kind.id: kind
    for kind in (
        _kind(
            EntityType(
                "Paper",
                "Paper",
                "papers",
                "PaperMatchInput",
                "title",
                "title year authorCount authors(first: 2) { nodes { name } }",
            ),
            Property("author", "author", "authors", many=True),
            Property("year", "year", "year", number=True, selection="year"),
            Property("doi", "DOI", "doi", selection="doi"),
            Property("arxiv", "arXiv id", "arxiv", selection="arxiv"),
            Property("acl", "ACL Anthology id", "acl", selection="acl"),
            Property("openalex", "OpenAlex id", "openalex", selection="openalex"),
            Property("s2", "Semantic Scholar id", "s2", selection="s2"),
            Property("pmid", "PubMed id", "pmid"),
            Property("title", "title", selection="title"),
            Property("abstract", "abstract", selection="abstract"),
            Property("publishedOn", "date of publication", selection="publishedOn"),
            Property("kind", "kind of work", selection="kind"),
            Property("citationCount", "citations in the graph", selection="citationCount"),
            Property("authors", "authors", selection="authors(first: 50) { nodes { id name } }", entities="Researcher"),
            Property("venue", "venue", selection="venue { id name }", entities="Venue"),
        ),
        _kind(
            EntityType(
                "Researcher",
                "Researcher",
                "researchers",
                "ResearcherMatchInput",
                "name",
                "name paperCount firstYear lastYear",
            ),
            Property("affiliation", "affiliation", "affiliation"),
            Property("coauthor", "co-author", "coauthors", many=True),
            Property("work", "title of a work", "work"),
            Property("orcid", "ORCID iD", "orcid", selection="orcid"),
            Property("name", "name", selection="name"),
            Property("aliases", "other names", selection="aliases"),
            Property("paperCount", "papers in the graph", selection="paperCount"),
            Property("citationCount", "citations in the graph", selection="citationCount"),
            Property("hIndex", "h-index in the graph", selection="hIndex"),
            Property("firstYear", "first year", selection="firstYear"),
            Property("lastYear", "last year", selection="lastYear"),
        ),
        _kind(
            EntityType(
                "Institution",
                "Institution",
                "institutions",
                "InstitutionMatchInput",
                "name",
                "name city country types",
            ),
            Property("country", "country", "country", selection="country"),
            Property("ror", "ROR id", "ror", selection="ror"),
            Property("name", "name", selection="name"),
            Property("aliases", "other names", selection="aliases"),
            Property("acronyms", "acronyms", selection="acronyms"),
            Property("types", "types", selection="types"),
            Property("city", "city", selection="city"),
            Property("countryCode", "country, two letters", selection="countryCode"),
            Property("established", "founded", selection="established"),
            Property("website", "website", selection="website"),
            Property("paperCount", "papers in the graph", selection="paperCount"),
        ),
    )
}


def described(kind: str, node: Mapping[str, Any]) -> str:
    """Return one line that distinguishes entities with the same name, from the fields of `EntityType.shown`."""
    match kind:
        case "Paper":
            names = [author["name"] for author in node["authors"]["nodes"]]
            more = " et al." if node["authorCount"] > len(names) else ""
            parts = [", ".join(names) + more, node["year"]]
        case "Researcher":
            first, last = node["firstYear"], node["lastYear"]
            years = f"{first}" if first == last else f"{first} to {last}"
            papers = node["paperCount"]
            parts = [f"{papers} {'paper' if papers == 1 else 'papers'}", years if first else ""]
        case _:
            parts = [node["city"], node["country"], ", ".join(node["types"])]
    return ", ".join(str(part) for part in parts if part)


def display_name(node: Mapping[str, Any]) -> str:
    """Return the title or name of an entity, or its ID if it has neither."""
    return str(node.get("title") or node.get("name") or node["id"])
