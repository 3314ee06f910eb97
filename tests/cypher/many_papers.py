"""A graph large enough for plans to use statistics: 6,000 papers, created with Cypher in a few seconds."""

from cypher.driver.client import Graph

PAPERS, PEOPLE = 6_000, 2_400
STEPS = """
UNWIND range(1, $people) AS i
CREATE (:Researcher {id: 'r_' + i, ord: 'n' + i, name: 'N' + i, paperCount: i % 9, citationCount: 0, trustScore: 12});

UNWIND range(1, 40) AS i
CREATE (:Topic {id: 't_' + i, ord: 'arxiv' + i, scheme: 'arxiv', code: 'c' + i, name: 'c'});

UNWIND range(1, 500) AS i
CREATE (n:Institution {id: 'i_' + i, ord: 'i' + i, name: 'I' + i})
CREATE (:Identifier {scheme: 'ror', value: 'v' + i})-[:IDENTIFIES]->(n)
CREATE (:InstitutionName {folded: 'i' + i})-[:NAME_OF]->(n);

UNWIND range(1, 100) AS i
CREATE (v:Venue {id: 'v_' + i, ord: 'v' + i, name: 'V' + i})
CREATE (w:Volume {id: 'w_' + i, ord: 'w' + i, year: 2000 + i % 20, paperCount: 200})-[:PART_OF]->(v)
CREATE (:Identifier {scheme: 'volume', value: 'acl:' + i})-[:IDENTIFIES]->(w);

CREATE (:Load {id: 'l_1', loader: 'test', finishedAt: '2026'});

UNWIND range(1, $papers) AS i
CALL (i) {
  CREATE (p:Paper {id: 'p_' + i, ord: toString(10000000 + i) + 'p_' + i, title: 'T' + i, year: 1990 + i % 30,
                   citationCount: i % 7, authorCount: 3, kind: 'article', doi: '10.1/' + i})
  CREATE (:Identifier {scheme: 'doi', value: '10.1/' + i})-[:IDENTIFIES]->(p)
  CREATE (c:Record {loader: 'test', source: 'test', key: 'k' + i, kind: 'paper', titleKey: 't' + i})-[:DESCRIBES]->(p)
  WITH p, c, i
  MATCH (t:Topic {id: 't_' + (i % 40 + 1)}), (w:Volume {id: 'w_' + (i % 100 + 1)}),
        (n:Institution {id: 'i_' + (i % 500 + 1)})
  CREATE (p)-[:ABOUT {tid: t.id, ord: p.ord, score: 1.0}]->(t), (p)-[:APPEARED_IN]->(w),
         (p)-[:WRITTEN_AT {iid: n.id, ord: p.ord, position: 1}]->(n)
  WITH p, c, i
  UNWIND [1, 2, 3] AS position
  MATCH (r:Researcher {id: 'r_' + ((i + position * 977) % $people + 1)})
  CREATE (r)-[:AUTHORED {rid: r.id, pid: p.id, ord: p.ord, position: position}]->(p),
         (c)-[:MENTIONS {foldedName: r.name, position: position}]->(r)
} IN TRANSACTIONS OF 5000 ROWS;

MATCH (p:Paper)
CALL (p) {
  MATCH (q:Paper {id: 'p_' + (toInteger(substring(p.id, 2)) / 2 + 1)})
  CREATE (p)-[:CITES {pid: q.id, ord: p.ord}]->(q)
} IN TRANSACTIONS OF 5000 ROWS;

MATCH (r:Researcher)
CALL (r) {
  MATCH (r)-[:AUTHORED]->()<-[:AUTHORED]-(o)
  WHERE r.id < o.id
  WITH r, o, count(*) AS n
  CREATE (r)-[:COLLABORATED_WITH {papers: n}]->(o)
} IN TRANSACTIONS OF 2000 ROWS
"""


async def fill(graph: Graph) -> None:
    """Create the graph, update its statistics, and clear all cached plans."""
    for step in STEPS.split(";"):
        await graph.administer(step, {"papers": PAPERS, "people": PEOPLE})
    await graph.administer("CALL db.awaitIndexes(300)")
    await graph.administer("CALL db.prepareForReplanning(60)")
    await graph.administer("CALL db.clearQueryCaches()")
