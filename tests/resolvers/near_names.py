"""Entities with similar names, and queries that match descriptions with them."""

from typing import Any

from normalization.text import fold
from tests.resolvers.graphql_client import Asker

CANDIDATES = "candidates { score match reasons { kind score value } node { id } }"
ASK = {
    "papers": f"query M($f: [PaperMatchInput!]!, $n: Int) {{ match(papers: $f, first: $n) {{ {CANDIDATES} }} }}",
    "researchers": (
        f"query M($f: [ResearcherMatchInput!]!, $n: Int) {{ match(researchers: $f, first: $n) {{ {CANDIDATES} }} }}"
    ),
    "institutions": (
        f"query M($f: [InstitutionMatchInput!]!, $n: Int) {{ match(institutions: $f, first: $n) {{ {CANDIDATES} }} }}"
    ),
}
PAPERS = {
    "p_bert": ("BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding", 2019),
    "p_bleu": ("Bleu: a Method for Automatic Evaluation of Machine Translation", 2002),
    "p_task2": ("SemEval-2013 Task 2: Sentiment Analysis in Twitter", 2013),
    "p_task9": ("SemEval-2014 Task 9: Sentiment Analysis in Twitter", 2014),
    "p_words": ("Attention Is All You Need for Chinese Word Segmentation", 2020),
    "p_fr": ("Analyse d\u2019un corpus \u00e9cologique de corrections extrait de l\u2019encyclop\u00e9die", 2010),
    "p_zh": ("\u673a\u5668\u7ffb\u8bd1\u7814\u7a76\u8fdb\u5c55", 2011),
    "p_intro1": ("Introduction", 2001),
    "p_intro2": ("Introduction", 2009),
    "p_tobe": ("To Be or Not to Be", 1999),
}
PEOPLE: dict[str, tuple[str, list[str]]] = {
    "r_manning": ("Christopher D. Manning", ["Chris Manning"]),
    "r_other": ("Erin Manning", []),
    "r_wang1": ("Wei Wang", []),
    "r_wang2": ("Wei Wang", []),
    "r_mueller": ("Christof M\u00fcller", []),
    "r_brien": ("Pat O\u2019Brien Jr.", []),
    "r_liu": ("Chao-Lin Liu", []),
    "r_chao": ("Chao Liu", []),
    "r_devlin": ("Jacob Devlin", []),
    "r_hans": ("\u738b\u5c0f\u660e", []),
}
PLACES: dict[str, tuple[str, list[str], list[str], str, str, str]] = {
    "i_edinburgh": (
        "University of Edinburgh",
        ["Oilthigh Dh\u00f9n \u00c8ideann"],
        [],
        "United Kingdom",
        "GB",
        "Edinburgh",
    ),
    "i_napier": ("Edinburgh Napier University", [], [], "United Kingdom", "GB", "Edinburgh"),
    "i_mit": ("Massachusetts Institute of Technology", [], ["MIT"], "United States", "US", "Cambridge"),
    "i_stanford": ("Stanford University", [], [], "United States", "US", "Stanford"),
    "i_york_ca": ("York University", [], [], "Canada", "CA", "Toronto"),
    "i_york_uk": ("University of York", ["York University"], [], "United Kingdom", "GB", "York"),
    "i_washington": ("University of Washington", ["UW"], [], "United States", "US", "Seattle"),
    "i_washu": ("Washington University in St. Louis", ["Washington University"], [], "United States", "US", "St Louis"),
}
WROTE = {"r_manning": ["p_bleu"], "r_devlin": ["p_bert"], "r_wang2": ["p_bert"], "r_liu": ["p_fr"]}
FILL = """
UNWIND $papers AS row
CREATE (p:Paper {id: row.id, ord: row.id, title: row.title, year: row.year, citationCount: 0})
WITH count(*) AS _
UNWIND $people AS row
CREATE (r:Researcher {id: row.id, ord: row.ord + ' ' + row.id, name: row.name, aliases: row.aliases, paperCount: 1})
WITH r, row
UNWIND row.printed AS printed
CREATE (:Record)-[:MENTIONS {foldedName: printed}]->(r)
WITH count(*) AS _
UNWIND $wrote AS row
MATCH (r:Researcher {id: row[0]}), (p:Paper {id: row[1]})
CREATE (r)-[:AUTHORED {rid: r.id, pid: p.id, position: 1, nameAsWritten: r.name,
                       affiliations: ['Dept. of CS, Stanford University']}]->(p)
WITH count(*) AS _
UNWIND $places AS row
CREATE (i:Institution {id: row.id, ord: row.id, name: row.name, aliases: row.aliases, acronyms: row.acronyms,
                       country: row.country, countryCode: row.code, city: row.city, paperCount: 1})
WITH i, row
UNWIND row.names AS folded
MERGE (n:InstitutionName {folded: folded})
CREATE (n)-[:NAME_OF]->(i)
WITH count(*) AS _
MATCH (one:Researcher {id: 'r_devlin'}), (other:Researcher {id: 'r_wang2'}), (p:Paper {id: 'p_bleu'})
CREATE (one)-[:COLLABORATED_WITH {papers: 1}]->(other)
CREATE (:Identifier {scheme: 'acl', value: 'P02-1040'})-[:IDENTIFIES]->(p)
CREATE (:Identifier {scheme: 'doi', value: '10.3115/1073083.1073135'})-[:IDENTIFIES]->(p)
CREATE (:Identifier {scheme: 'orcid', value: '0000-0002-1825-0097'})-[:IDENTIFIES]->(one)
SET one.orcid = '0000-0002-1825-0097'
"""


def filling() -> dict[str, Any]:
    """Return the parameters of FILL."""
    people = [
        {
            "id": key,
            "name": name,
            "ord": fold(name),
            "aliases": aliases,
            "printed": [fold(one) for one in (name, *aliases)],
        }
        for key, (name, aliases) in PEOPLE.items()
    ]
    places = [
        {
            "id": key,
            "name": name,
            "aliases": aliases,
            "acronyms": acronyms,
            "country": country,
            "code": code,
            "city": city,
            "names": [fold(one) for one in (name, *aliases)],
        }
        for key, (name, aliases, acronyms, country, code, city) in PLACES.items()
    ]
    return {
        "papers": [{"id": key, "title": title, "year": year} for key, (title, year) in PAPERS.items()],
        "people": people,
        "places": places,
        "wrote": [[person, paper] for person, papers in WROTE.items() for paper in papers],
    }


async def candidates(ask: Asker, kind: str, *facts: dict[str, Any], limit: int | None = None) -> list[list[Any]]:
    """Return the candidates for each description."""
    answer: Any = await ask(ASK[kind], f=list(facts), n=limit)
    return [one["candidates"] for one in answer["match"]]
