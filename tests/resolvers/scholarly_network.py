"""A random graph of researchers, papers, topics, institutions and citations, for tests of recommendations.

The Python objects are the reference: naive computations in tests read them, never the graph.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from cypher.driver.client import Graph

YEAR = 2024
"""Year of the newest papers."""
FILL = """
UNWIND $people AS i
CREATE (:Researcher {id: 'r_' + right($zeros + i, 26), ord: 'r' + right('000' + i, 4), name: 'N' + i})
WITH count(*) AS _
UNWIND $institutions AS i
CREATE (:Institution {id: 'i_' + right($zeros + i, 26), ord: 'i' + right('000' + i, 4), name: 'I' + i})
WITH count(*) AS _
UNWIND $topics AS i
CREATE (:Topic {id: 't_' + right($zeros + i, 26), ord: 't' + right('000' + i, 4), name: 'T' + i, scheme: 's',
  code: 'c' + i})
WITH count(*) AS _
UNWIND $venues AS i
CREATE (:Volume {id: 'w_' + right($zeros + i, 26), ord: 'w' + right('000' + i, 4), name: 'W' + i})
  -[:PART_OF]->(:Venue {id: 'v_' + right($zeros + i, 26), ord: 'v' + right('000' + i, 4), name: 'V' + i})
WITH count(*) AS _
UNWIND $papers AS paper
CREATE (:Paper {id: 'p_' + right($zeros + paper[0], 26), ord: 'p' + right('000' + paper[0], 4), title: 'P' + paper[0],
  year: paper[1], authorCount: paper[2], kind: 'article'})
"""
LINK = """
UNWIND $authored AS row
MATCH (a:Researcher {id: 'r_' + right($zeros + row[0], 26)}), (p:Paper {id: 'p_' + right($zeros + row[1], 26)})
CREATE (a)-[:AUTHORED {rid: a.id, pid: p.id, ord: p.ord, position: row[2], nameAsWritten: a.name, sources: ['x']}]->(p)
WITH count(*) AS _
UNWIND $about AS row
MATCH (p:Paper {id: 'p_' + right($zeros + row[0], 26)}), (t:Topic {id: 't_' + right($zeros + row[1], 26)})
CREATE (p)-[:ABOUT {tid: t.id, ord: p.ord, score: 1.0, primary: true, source: 'x', position: 1}]->(t)
WITH count(*) AS _
UNWIND $cites AS row
MATCH (p:Paper {id: 'p_' + right($zeros + row[0], 26)}), (cited:Paper {id: 'p_' + right($zeros + row[1], 26)})
CREATE (p)-[:CITES {pid: cited.id, ord: p.ord, sources: ['x']}]->(cited)
WITH count(*) AS _
UNWIND $appeared AS row
MATCH (p:Paper {id: 'p_' + right($zeros + row[0], 26)}), (volume:Volume {id: 'w_' + right($zeros + row[1], 26)})
CREATE (p)-[:APPEARED_IN]->(volume)
WITH count(*) AS _
UNWIND $written AS row
MATCH (p:Paper {id: 'p_' + right($zeros + row[0], 26)}), (i:Institution {id: 'i_' + right($zeros + row[1], 26)})
CREATE (p)-[:WRITTEN_AT {position: 1, asWritten: i.name, source: 'x'}]->(i)
WITH count(*) AS _
UNWIND $affiliated AS row
MATCH (a:Researcher {id: 'r_' + right($zeros + row[0], 26)}), (i:Institution {id: 'i_' + right($zeros + row[1], 26)})
CREATE (a)-[:AFFILIATED_WITH {source: 'x'}]->(i)
WITH count(*) AS _
UNWIND $pairs AS row
MATCH (a:Researcher {id: 'r_' + right($zeros + row[0], 26)}), (b:Researcher {id: 'r_' + right($zeros + row[1], 26)})
CREATE (a)-[:COLLABORATED_WITH {papers: row[2], firstYear: row[3], lastYear: row[4]}]->(b)
"""


def entity_id(prefix: str, number: int) -> str:
    """Return the Byline ID of a researcher (r), paper (p), topic (t), institution (i) or venue (v)."""
    return f"{prefix}_{number:026}"


@dataclass(frozen=True)
class Work:
    """A paper: numbers of its authors, topics, cited papers and venue. Papers with lower numbers are newer."""

    number: int
    year: int
    authors: tuple[int, ...]
    topics: tuple[int, ...]
    cites: tuple[int, ...]
    venue: int | None


@dataclass(frozen=True)
class ScholarlyNetwork:
    """People 0 to `people` - 1, their papers and institutions."""

    people: int
    works: tuple[Work, ...]
    institutions: dict[int, set[int]]
    """Institutions per person."""

    @cached_property
    def joint(self) -> dict[int, dict[int, list[Work]]]:
        """Joint papers of each person with each co-author."""
        joint: dict[int, dict[int, list[Work]]] = {person: defaultdict(list) for person in range(self.people)}
        for work in self.works:
            for one, other in combinations(work.authors, 2):
                joint[one][other].append(work)
                joint[other][one].append(work)
        return joint

    def works_of(self, person: int) -> list[Work]:
        """Return the papers of a person, newest first."""
        return [work for work in self.works if person in work.authors]

    def topics_of(self, works: Iterable[Work]) -> Counter[int]:
        """Return the number of papers per topic."""
        return Counter(topic for work in works for topic in work.topics)

    def institutions_of(self, work: Work) -> list[int]:
        """Return the institutions of the authors of a paper."""
        return sorted({place for author in work.authors for place in self.institutions[author]})

    def citing(self, number: int) -> list[Work]:
        """Return the papers that cite a paper, newest first."""
        return [work for work in self.works if number in work.cites]

    def shared_institutions(self, person: int, others: Iterable[int]) -> list[int]:
        """Return the institutions that a person shares with any of others."""
        of_others = {institution for other in others for institution in self.institutions[other]}
        return sorted(self.institutions[person] & of_others)


def random_scholarly_network(seed: int, people: int = 40, papers: int = 70) -> ScholarlyNetwork:
    """Return a network of papers with one to four authors; the last two people wrote nothing together with others."""
    chance = random.Random(seed)  # noqa: S311 no secret
    works: list[Work] = []
    for number in range(papers):
        authors = tuple(chance.sample(range(people - 2), chance.choice([1, 2, 2, 3, 3, 4])))
        cites = tuple(chance.sample(range(number + 1, papers), min(papers - number - 1, chance.choice([0, 1, 3]))))
        topics = tuple(chance.sample(range(8), chance.choice([0, 1, 2])))
        venue = chance.choice([None, 0, 1, 2])
        works.append(Work(number, YEAR - number * 15 // papers, authors, topics, cites, venue))
    repeated = [Work(papers + 2 * place, 2000 + place, works[place].authors, (), (), 0) for place in range(12)]
    lonely = [Work(papers + 2 * place + 1, 1999, (people - 2 + place,), (place,), (), None) for place in range(2)]
    institutions = {person: set(chance.sample(range(6), chance.choice([0, 1, 2]))) for person in range(people)}
    every = sorted((*works, *repeated, *lonely), key=lambda work: work.number)
    return ScholarlyNetwork(people, tuple(every), institutions)


SCHOLARLY_NETWORK = random_scholarly_network(1)
"""The network of the fixture `ask_scholarly`."""


async def fill_scholarly(graph: Graph, network: ScholarlyNetwork) -> None:
    """Create the nodes and relationships of a network."""
    zeros = "0" * 26
    works = network.works
    await graph.administer(
        FILL,
        {
            "zeros": zeros,
            "people": list(range(network.people)),
            "institutions": list(range(6)),
            "topics": list(range(8)),
            "venues": list(range(3)),
            "papers": [[work.number, work.year, len(work.authors)] for work in works],
        },
    )
    pairs = [
        [one, other, len(joint), min(work.year for work in joint), max(work.year for work in joint)]
        for one, others in network.joint.items()
        for other, joint in others.items()
        if one < other
    ]
    await graph.administer(
        LINK,
        {
            "zeros": zeros,
            "authored": [
                [author, work.number, place] for work in works for place, author in enumerate(work.authors, 1)
            ],
            "about": [[work.number, topic] for work in works for topic in work.topics],
            "cites": [[work.number, cited] for work in works for cited in work.cites],
            "appeared": [[work.number, work.venue] for work in works if work.venue is not None],
            "written": [[work.number, place] for work in works for place in network.institutions_of(work)],
            "affiliated": [[person, place] for person, places in network.institutions.items() for place in places],
            "pairs": pairs,
        },
    )
