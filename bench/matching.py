"""Accuracy of bulk matching: texts of the graph with typical damage, 1,000 per call.

    NEO4J_URI=... NEO4J_PASSWORD=... .venv/bin/python -m bench.matching [ABSENT.csv]

For each kind of spoiling: how often the entity comes first, how often it is rightly called a match, how often what is
called a match is it, and how long the call took. ABSENT.csv has columns `title` and `authors` of papers that the graph
does not hold: what is called a match of these is wrong, but for true namesakes.
"""

import asyncio
import csv
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from anyascii import anyascii

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Limits, Request, Service

SIZE = 1_000
NAMESAKE = 93.5
"""Minimum score of a name that lacks only a middle name."""
ASK = {
    "papers": "query M($f: [PaperMatchInput!]!) { match(papers: $f) { candidates { score match node { id } } } }",
    "researchers": (
        "query M($f: [ResearcherMatchInput!]!) { match(researchers: $f) { candidates { score match node { id } } } }"
    ),
    "institutions": (
        "query M($f: [InstitutionMatchInput!]!) { match(institutions: $f) { candidates { score match node { id } } } }"
    ),
}
SAMPLES = {
    "papers": (
        "MATCH (n:Paper) WHERE n.ord IS NOT NULL AND n.authorCount > 0 RETURN n.id, n.title, n.year, "
        "[(n)<-[by:AUTHORED]-(r) | r.name][..4]"
    ),
    "researchers": (
        "MATCH (n:Researcher) WHERE n.ord IS NOT NULL AND n.paperCount > 0 RETURN n.id, n.name, "
        "COLLECT { MATCH (n)-[:AUTHORED]->(p) RETURN p.title LIMIT 1 }, "
        "COLLECT { MATCH (n)-[:COLLABORATED_WITH]-(o) RETURN o.name LIMIT 3 }"
    ),
    "institutions": (
        "MATCH (n:Institution) WHERE n.ord IS NOT NULL AND n.status = 'active' RETURN n.id, n.name, n.city, n.country"
    ),
}


def typo(word: str, chance: Random) -> str:
    """Return a word with one letter left out, doubled, changed or swapped with the one before."""
    place = chance.randrange(1, len(word))
    letter = chance.choice("aeinrst")
    return chance.choice(
        (
            word[:place] + word[place + 1 :],
            word[:place] + letter + word[place:],
            word[:place] + letter + word[place + 1 :],
            word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :],
        )
    )


def typos(text: str, chance: Random, number: int = 1) -> str:
    """Return a text with a typo in some of its longer words."""
    words = text.split()
    long = [place for place, word in enumerate(words) if len(word) > 3] or list(range(len(words)))
    for place in chance.sample(long, min(number, len(long))):
        words[place] = typo(words[place], chance) if len(words[place]) > 1 else words[place]
    return " ".join(words)


def plainly(text: str) -> str:
    """Return a text in lower case without accents and punctuation."""
    return " ".join("".join(c if c.isalnum() else " " for c in anyascii(text).lower()).split())


def swapped(text: str, chance: Random) -> str:
    """Return a text with two neighbouring words swapped."""
    words = text.split()
    if len(words) > 1:
        place = chance.randrange(len(words) - 1)
        words[place], words[place + 1] = words[place + 1], words[place]
    return " ".join(words)


def turned(name: str) -> str:
    """Return a name with its last word first."""
    *given, family = name.split()
    return " ".join([family, *given])


def initials(name: str) -> str:
    """Return a name as "Last, F. M."."""
    *given, family = name.split()
    return f"{family}, {' '.join(one[0] + '.' for one in given)}"


def shortened(name: str) -> str:
    """Return an institution's name with usual abbreviations."""
    for long, short in (
        ("University", "Univ."),
        ("Institute", "Inst."),
        ("Technology", "Tech."),
        ("National", "Natl."),
        ("Laboratory", "Lab"),
        ("Research", "Res."),
        ("Centre", "Ctr."),
        ("Center", "Ctr."),
        ("Hospital", "Hosp."),
        ("College", "Coll."),
        ("Academy", "Acad."),
        ("Sciences", "Sci."),
    ):
        name = name.replace(long, short)
    return name


Spoil = Callable[[Sequence[Any], Random], dict[str, Any] | None]
PAPERS: dict[str, Spoil] = {
    "as it is": lambda row, _: {"title": row[1]},
    "plain lower case": lambda row, _: {"title": plainly(row[1])},
    "one typo": lambda row, chance: {"title": typos(row[1], chance)},
    "three typos": lambda row, chance: {"title": typos(plainly(row[1]), chance, 3)},
    "two words swapped": lambda row, chance: {"title": swapped(row[1], chance)},
    "extra punctuation, capitals": lambda row, _: {"title": '"' + ", ".join(row[1].upper().split()) + '."'},
    "without subtitle": lambda row, _: {"title": row[1].split(":")[0]} if ": " in row[1] else None,
    "without subtitle, year and author": lambda row, _: (
        {"title": row[1].split(":")[0], "year": row[2], "authors": [initials(row[3][0])]} if ": " in row[1] else None
    ),
    "cut after two thirds": lambda row, _: {"title": row[1][: len(row[1]) * 2 // 3]},
}
RESEARCHERS: dict[str, Spoil] = {
    "as it is": lambda row, _: {"name": row[1]},
    "LAST, First": lambda row, _: {"name": row[1].split()[-1].upper() + ", " + " ".join(row[1].split()[:-1])},
    "plain, family name first": lambda row, _: {"name": turned(plainly(row[1]))},
    "one typo": lambda row, chance: {"name": typos(row[1], chance)},
    "Last, F.": lambda row, _: {"name": initials(row[1])},
    "Last, F., and a work": lambda row, _: {"name": initials(row[1]), "work": plainly(row[2][0])},
    "Last, F., and co-authors": lambda row, _: {"name": initials(row[1]), "coauthors": row[3]} if row[3] else None,
    "as it is, and a work": lambda row, _: {"name": row[1], "work": row[2][0]},
}
INSTITUTIONS: dict[str, Spoil] = {
    "as it is": lambda row, _: {"name": row[1]},
    "with its country": lambda row, _: {"name": row[1], "country": row[3]},
    "abbreviated, with place": lambda row, _: {"name": f"{shortened(row[1])}, {row[2]}, {row[3]}"},
    "Dept. before it": lambda row, _: {"name": f"Dept. of Computer Science, {shortened(row[1])}, {row[3]}"},
    "one typo": lambda row, chance: {"name": typos(row[1], chance)},
    "plain lower case": lambda row, _: {"name": plainly(row[1])},
}


async def main() -> None:
    """Print the tables."""
    address = Address(os.environ["NEO4J_URI"], os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ["NEO4J_PASSWORD"])
    async with Graph(address, read_timeout_s=300) as graph:
        service = Service(graph, Limits(timeout_s=120))
        for kind, spoils in (("papers", PAPERS), ("researchers", RESEARCHERS), ("institutions", INSTITUTIONS)):
            await table(graph, service, kind, spoils)
        if len(sys.argv) > 1:
            await absent(service, Path(sys.argv[1]))


async def table(graph: Graph, service: Service, kind: str, spoils: dict[str, Spoil]) -> None:
    """Print the results of one kind of entity."""
    everything = sorted((await graph.read(SAMPLES[kind], timeout_s=300)).rows, key=lambda row: str(row[0])[-12:])
    print(f"\n| {kind} | asked | first | rightly a match | of these right | s |\n| --- | --- | --- | --- | --- | --- |")
    for name, spoil in spoils.items():
        chance = Random(name)  # noqa: S311 a sample
        rows = chance.sample(everything, min(3 * SIZE, len(everything)))
        asked = [(row[0], facts) for row in rows if (facts := spoil(row, chance))][:SIZE]
        started = time.perf_counter()
        found = await ask(service, kind, [facts for _, facts in asked])
        seconds = time.perf_counter() - started
        firsts = [(wanted, one[0]) for (wanted, _), one in zip(asked, found, strict=True) if one]
        first = sum(wanted == best["node"]["id"] for wanted, best in firsts)
        called = [(wanted, best) for wanted, best in firsts if best["match"]]
        right = sum(wanted == best["node"]["id"] for wanted, best in called)
        share = f"{100 * right / len(called):.1f}%" if called else "-"
        print(
            f"| {name} | {len(asked)} | {100 * first / len(asked):.1f}% | {100 * right / len(asked):.1f}% | {share} "
            f"| {seconds:.1f} |",
            flush=True,
        )


async def absent(service: Service, path: Path) -> None:
    """Print the number of absent papers and people that are reported as a match."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))[:SIZE]
    titles = [row["title"] for row in rows]
    people = list(dict.fromkeys(name.strip() for row in rows for name in row["authors"].split(";") if name.strip()))
    for kind, key, texts in (("papers", "title", titles), ("researchers", "name", people[:SIZE])):
        found = await ask(service, kind, [{key: text} for text in texts])
        wrong = [(text, one[0]) for text, one in zip(texts, found, strict=True) if one and one[0]["match"]]
        namesakes = sum(best["score"] >= NAMESAKE for _, best in wrong)
        print(f"absent {kind}: {len(wrong)} of {len(texts)} called a match, {namesakes} of them for the same name")
        print([(text, best["score"]) for text, best in wrong if best["score"] < NAMESAKE])


async def ask(service: Service, kind: str, facts: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Send one request."""
    reply = await service.answer(Request(ASK[kind], {"f": facts}))
    if reply.errors or reply.data is None:
        raise SystemExit(str(reply.errors))
    return [match["candidates"] for match in reply.data["match"]]


if __name__ == "__main__":
    asyncio.run(main())
