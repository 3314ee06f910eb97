// Return the neighborhood of 1 to 10 entities, the centers: the nearest people, papers, topics and institutions, all
// relationships among them, and how relevant each is. Around each center, people are ranked by joint papers, papers by
// date, topics and institutions by papers. With several centers, the 500 first of each are fused by reciprocal ranks: an
// entity is ranked by the sum of 1 / (60 + rank). At depth 2, all are ranked by the number of relationships to entities at
// depth 1. Byline reads the 500 newest papers of each center, and the 20 newest of each entity at depth 1. Each entity at
// depth 1 is connected to a center: by its own relationship, or, if papers connect the two (a topic and a person or
// institution), by a derived WROTE_ON with the number of these papers as weight. Relevance: a random walk starts at one of
// the centers, each with equal probability, and follows relationships in proportion to their weights; the relevance is
// 2/3 of the probability of its first stop plus 1/3 of that of the second, divided by the highest sum. A center has 1. The
// relevance of a relationship is the lower one of its two ends, times e / (e + 1), where e is the number of joint papers,
// of papers of a WROTE_ON, or else of sources. An end in `exclude` has no relevance and counts as the other end.
// @param around: list<list<string>>  [scheme, value] of the ID of each center, or of the code of a topic; the scheme of Byline IDs is `byline`
// @param first: int  maximum number of each kind and depth
// @param depth: int  maximum number of steps from the nearest center: 1 or 2
// @param kinds: list<string>  labels to return, of Researcher, Paper, Topic and Institution
// @param exclude: list<string>  IDs of entities that the reader has; relationships to them are returned
// @param since: int?  first year of papers and joint papers
// @param until: int?  last year of papers and joint papers
// @param minSharedPapers: int  minimum number of joint papers, and of papers that connect a topic with an entity
// @param minCitations: int  minimum number of citations of papers
// @returns centers: list<node>, nodes: list<node>, ranked: list<map>, edges: list<map>, edgeCount: int, kinds: list<map>, truncated: bool
WITH $around AS keys
UNWIND range(0, size(keys) - 1) AS place
WITH keys, place, keys[place] AS key
CALL (key) {
  MATCH (center:Paper|Researcher|Topic|Institution|Venue|Volume {id: key[1]}) RETURN center
  UNION ALL
  MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(center)
  WHERE NOT center:Funder
  RETURN center
  UNION ALL
  MATCH (center:Topic {scheme: key[0], code: key[1]}) RETURN center
}
WITH keys, place, center ORDER BY place
WITH keys, collect(DISTINCT center) AS centers, count(DISTINCT place) AS known
WHERE known = size(keys)
WITH centers, $since IS NOT NULL OR $until IS NOT NULL OR $minCitations > 0
     OR $minSharedPapers > 1 OR size($exclude) > 0 AS isFiltered
UNWIND centers AS center
CALL (center) { // papers: from the indexes, newest first
  CALL (center) {
    MATCH ()-[by:AUTHORED]->(near)
    WHERE by.rid = center.id AND by.ord IS NOT NULL
    WITH by, near ORDER BY by.rid, by.ord LIMIT 20000
    WITH near WHERE ($since IS NULL OR near.year >= $since) AND ($until IS NULL OR near.year <= $until)
      AND ($minCitations = 0 OR near.citationCount >= $minCitations)
    RETURN near LIMIT 500
  UNION ALL
    MATCH (near)-[about:ABOUT]->()
    WHERE about.tid = center.id AND about.ord IS NOT NULL
    WITH about, near ORDER BY about.tid, about.ord LIMIT 20000
    WITH near WHERE ($since IS NULL OR near.year >= $since) AND ($until IS NULL OR near.year <= $until)
      AND ($minCitations = 0 OR near.citationCount >= $minCitations)
    RETURN near LIMIT 500
  UNION ALL
    MATCH (near)-[at:WRITTEN_AT]->()
    WHERE at.iid = center.id AND at.ord IS NOT NULL
    WITH at, near ORDER BY at.iid, at.ord LIMIT 20000
    WITH near WHERE ($since IS NULL OR near.year >= $since) AND ($until IS NULL OR near.year <= $until)
      AND ($minCitations = 0 OR near.citationCount >= $minCitations)
    WITH DISTINCT near
    RETURN near LIMIT 500
  UNION ALL
    MATCH (near)-[citation:CITES]->()
    WHERE citation.pid = center.id AND citation.ord IS NOT NULL
    WITH citation, near ORDER BY citation.pid, citation.ord LIMIT 20000
    WITH near WHERE ($since IS NULL OR near.year >= $since) AND ($until IS NULL OR near.year <= $until)
      AND ($minCitations = 0 OR near.citationCount >= $minCitations)
    RETURN near LIMIT 500
  UNION ALL
    MATCH (center:Paper)-[:CITES]->(near)
    WHERE ($since IS NULL OR near.year >= $since) AND ($until IS NULL OR near.year <= $until)
      AND ($minCitations = 0 OR near.citationCount >= $minCitations)
    RETURN near
  UNION ALL
    CALL (center) {
      MATCH (center:Venue)<-[:PART_OF]-(:Volume)<-[:APPEARED_IN]-(near) RETURN near
      UNION ALL
      MATCH (center:Volume)<-[:APPEARED_IN]-(near) RETURN near
    }
    WITH DISTINCT near
    WHERE ($since IS NULL OR near.year >= $since) AND ($until IS NULL OR near.year <= $until)
      AND ($minCitations = 0 OR near.citationCount >= $minCitations)
    RETURN near ORDER BY near.ord LIMIT 500
  }
  WITH DISTINCT near ORDER BY near.ord
  RETURN collect(near) AS works
}
CALL (center, centers, works, isFiltered) {
  CALL (center, centers, works, isFiltered) {
    CALL (center, centers) { // of many people, read only those with enough joint papers
      MATCH (center:Researcher)-[together:COLLABORATED_WITH]-()
      WITH together.papers AS weight, centers ORDER BY weight DESC LIMIT 500
      WITH collect(weight) AS weights, size(centers) > 1 AS isFused
      RETURN CASE WHEN isFused OR size(weights) < $first THEN weights[-1] ELSE weights[$first - 1] END AS least
    }
    MATCH (center:Researcher)-[together:COLLABORATED_WITH]-(near:Researcher)
    WHERE (together.papers >= least OR isFiltered)
      AND together.papers >= $minSharedPapers AND ($since IS NULL OR together.lastYear >= $since)
      AND ($until IS NULL OR together.firstYear <= $until)
    RETURN near, together.papers AS weight, null AS papers
  UNION ALL
    MATCH (center:Paper)<-[by:AUTHORED]-(near)
    RETURN near, -by.position AS weight, null AS papers
  UNION ALL
    UNWIND CASE WHEN center:Topic THEN works ELSE [] END AS paper
    MATCH (paper)<-[:AUTHORED]-(near)
    WITH near, count(DISTINCT paper) AS papers WHERE papers >= $minSharedPapers
    RETURN near, papers AS weight, papers
  UNION ALL
    MATCH (center:Institution)<-[:AFFILIATED_WITH]-(near)
    WITH DISTINCT near
    RETURN near, near.paperCount AS weight, null AS papers
  }
  WITH near, weight, papers
  WHERE 'Researcher' IN $kinds AND NOT near IN centers AND NOT near.id IN $exclude
  ORDER BY weight DESC, near.ord, near.id
  RETURN collect({node: near, papers: papers}) AS people
}
CALL (center, centers, works) {
  CALL (center, works) {
    UNWIND CASE WHEN center:Researcher OR center:Institution THEN works ELSE [] END AS paper
    MATCH (paper)-[:ABOUT]->(near)
    WITH near, count(DISTINCT paper) AS papers WHERE papers >= $minSharedPapers
    RETURN near, papers AS weight, papers
  UNION ALL
    MATCH (center:Paper)-[about:ABOUT]->(near)
    RETURN near, -about.position AS weight, null AS papers
  UNION ALL
    MATCH (center:Topic)-[:PART_OF]-(near:Topic)
    RETURN near, near.paperCount AS weight, null AS papers
  }
  WITH near, weight, papers WHERE 'Topic' IN $kinds AND NOT near IN centers AND NOT near.id IN $exclude
  ORDER BY weight DESC, near.ord, near.id
  RETURN collect({node: near, papers: papers}) AS topics
}
CALL (center, centers, works) {
  CALL (center, works) {
    MATCH (center:Researcher)-[:AFFILIATED_WITH]->(near)
    WITH DISTINCT near
    RETURN near, near.paperCount AS weight, null AS papers
  UNION ALL
    MATCH (center:Paper)-[:WRITTEN_AT]->(near)
    WITH DISTINCT near
    RETURN near, near.paperCount AS weight, null AS papers
  UNION ALL
    UNWIND CASE WHEN center:Topic THEN works ELSE [] END AS paper
    MATCH (paper)-[:WRITTEN_AT]->(near)
    WITH near, count(DISTINCT paper) AS papers WHERE papers >= $minSharedPapers
    RETURN near, papers AS weight, papers
  UNION ALL
    MATCH (center:Institution)-[:PART_OF|RELATED_TO|SUCCEEDED_BY]-(near:Institution)
    WITH DISTINCT near
    RETURN near, near.paperCount AS weight, null AS papers
  }
  WITH near, weight, papers WHERE 'Institution' IN $kinds AND NOT near IN centers AND NOT near.id IN $exclude
  ORDER BY weight DESC, near.ord, near.id
  RETURN collect({node: near, papers: papers}) AS institutions
}
WITH centers, center, people, topics, institutions, isFiltered, [
  paper IN works WHERE 'Paper' IN $kinds AND NOT paper IN centers AND NOT paper.id IN $exclude |
  {node: paper, papers: null}
] AS papers
WITH centers, center, size(centers) - 1 AS others, CASE WHEN size(centers) > 1 THEN 500 ELSE $first END AS most,
     people, papers, topics, institutions, isFiltered
WITH centers, [
  {kind: 'Institution', center: center, found: institutions[..most], known: size(institutions)},
  {kind: 'Paper', center: center, found: papers[..most], known: CASE
    WHEN isFiltered OR size(papers) < 500 THEN size(papers)
    WHEN center:Researcher THEN COUNT { (center)-[:AUTHORED]->() } - others
    WHEN center:Topic THEN COUNT { (center)<-[:ABOUT]-() } - others
    WHEN center:Paper THEN COUNT { (center)-[:CITES]-() } - others
    ELSE size(papers)
  END},
  {kind: 'Researcher', center: center, found: people[..most], known: CASE
    WHEN center:Researcher AND NOT isFiltered AND (others = 0 OR size(people) + others >= 500)
      THEN COUNT { (center)-[:COLLABORATED_WITH]-() } - others
    ELSE size(people)
  END},
  {kind: 'Topic', center: center, found: topics[..most], known: size(topics)}
] AS neighbors
WITH centers, collect(neighbors) AS lists
WITH centers, reduce(rows = [], neighbors IN lists | rows + neighbors) AS rows
CALL (rows) { // fuse the neighbors of all centers
  UNWIND [kind IN ['Institution', 'Paper', 'Researcher', 'Topic'] WHERE kind IN $kinds] AS kind
  CALL (kind, rows) {
    UNWIND rows AS row
    WITH row WHERE row.kind = kind
    UNWIND range(0, size(row.found) - 1) AS place
    WITH row.found[place].node AS node, round(sum(1.0 / (61 + place)), 9) AS score
    ORDER BY score DESC, node.ord, node.id
    RETURN collect(node) AS fused
  }
  WITH kind, fused, reduce(most = size(fused), row IN rows |
       CASE WHEN row.kind = kind AND row.known > most THEN row.known ELSE most END) AS known
  WITH kind, fused, known ORDER BY kind
  RETURN collect({kind: kind, depth: 1, known: known, found: fused[..$first]}) AS nearest
}
WITH centers, rows, nearest, reduce(list = [], row IN nearest | list + row.found) AS closest
CALL (centers, closest) { // depth 2: entities that are connected with those at depth 1
  WITH centers, closest, centers + closest AS reached
  CALL (closest) { // no list is a grouping key: Neo4j would count its memory for each group
    UNWIND CASE WHEN $depth > 1 THEN closest ELSE [] END AS origin
    CALL (origin) {
      MATCH (origin:Paper)<-[:AUTHORED]-(near) RETURN near
    UNION
      MATCH (origin:Paper)-[:ABOUT|WRITTEN_AT|CITES]->(near) RETURN near
    UNION
      MATCH (near)-[citation:CITES]->()
      WHERE citation.pid = origin.id AND citation.ord IS NOT NULL
      RETURN near ORDER BY citation.pid, citation.ord LIMIT 20
    UNION
      MATCH ()-[by:AUTHORED]->(near)
      WHERE by.rid = origin.id AND by.ord IS NOT NULL
      RETURN near ORDER BY by.rid, by.ord LIMIT 20
    UNION
      MATCH (near)-[about:ABOUT]->()
      WHERE about.tid = origin.id AND about.ord IS NOT NULL
      RETURN near ORDER BY about.tid, about.ord LIMIT 20
    UNION
      MATCH (near)-[at:WRITTEN_AT]->()
      WHERE at.iid = origin.id AND at.ord IS NOT NULL
      RETURN near ORDER BY at.iid, at.ord LIMIT 20
    UNION
      MATCH (origin:Researcher)-[together:COLLABORATED_WITH]-(near:Researcher)
      WHERE together.papers >= $minSharedPapers AND ($since IS NULL OR together.lastYear >= $since)
        AND ($until IS NULL OR together.firstYear <= $until)
      RETURN near ORDER BY together.papers DESC, near.ord LIMIT 50
    UNION
      MATCH (origin:Researcher)-[:AFFILIATED_WITH]->(near) RETURN near
    UNION
      MATCH (origin:Topic|Institution)-[:PART_OF|RELATED_TO|SUCCEEDED_BY]-(near)
      RETURN near ORDER BY near.ord LIMIT 50
    }
    RETURN near, count(*) AS links
  }
  WITH centers, near, reached, links
  WHERE NOT near IN reached AND NOT near.id IN $exclude
    AND none(center IN centers WHERE EXISTS {
      (near)-[:AUTHORED|ABOUT|CITES|WRITTEN_AT|AFFILIATED_WITH|COLLABORATED_WITH|PART_OF|RELATED_TO|SUCCEEDED_BY]-(center) })
    AND any(label IN labels(near) WHERE label IN $kinds)
    AND (NOT near:Paper OR (($since IS NULL OR near.year >= $since) AND ($until IS NULL OR near.year <= $until)
      AND ($minCitations = 0 OR near.citationCount >= $minCitations)))
  WITH near, links ORDER BY links DESC, near.ord, near.id
  WITH collect(near) AS far
  WITH far, CASE WHEN $depth > 1 THEN ['Institution', 'Paper', 'Researcher', 'Topic'] ELSE [] END AS labels
  WITH [label IN labels WHERE label IN $kinds |
        {kind: label, depth: 2, found: [node IN far WHERE label IN labels(node)]}] AS rows
  RETURN [row IN rows | {kind: row.kind, depth: 2, known: size(row.found), found: row.found[..$first]}] AS farther
}
WITH centers, rows, closest, nearest + farther AS kinds
WITH centers, rows, closest, reduce(list = [], row IN kinds | list + [node IN row.found | {node: node, depth: row.depth}]) AS shown,
     [row IN kinds | {kind: row.kind, depth: row.depth, shown: size(row.found), known: row.known}] AS kinds
CALL (kinds) { // correlated, so that the plan has no Cartesian product
  UNWIND $exclude AS id
  MATCH (had:Paper|Researcher|Topic|Institution|Venue|Volume {id: id})
  RETURN collect(had) AS excluded
}
WITH centers, rows, closest, shown, kinds, excluded, centers + [entry IN shown | entry.node] AS nodes
CALL (centers, rows, closest, shown, nodes, excluded) { // relationships: from papers, which have few, to the others
  WITH centers, rows, closest, shown, nodes, excluded, nodes + excluded AS ends
  CALL (centers, rows, closest, shown, nodes, excluded, ends) {
    UNWIND nodes + excluded AS paper
    MATCH (paper:Paper)<-[line:AUTHORED]-(one)
    WHERE one IN ends
    RETURN one, paper AS other, 'AUTHORED' AS type, 1.0 AS strength, line.sources AS sources
  UNION ALL
    UNWIND nodes + excluded AS one
    MATCH (one:Paper)-[line:ABOUT|CITES|WRITTEN_AT]->(other)
    WHERE other IN ends
    RETURN one, other, type(line) AS type, 1.0 AS strength, coalesce(line.sources, [line.source], []) AS sources
  UNION ALL
    UNWIND nodes + excluded AS one
    MATCH (one:Researcher|Topic|Institution|Volume)-[line:AFFILIATED_WITH|PART_OF|RELATED_TO|SUCCEEDED_BY]->(other)
    WHERE other IN ends
    RETURN one, other, type(line) AS type, 1.0 AS strength, coalesce(line.sources, []) AS sources
  UNION ALL
    UNWIND [entry IN shown | entry.node] AS one
    MATCH (one:Researcher)-[line:COLLABORATED_WITH]-(other)
    WHERE other IN ends
    RETURN startNode(line) AS one, endNode(line) AS other, 'COLLABORATED_WITH' AS type,
           toFloat(line.papers) AS strength, [] AS sources
  UNION ALL
    UNWIND centers AS center
    UNWIND CASE WHEN center:Researcher THEN centers + excluded ELSE [] END AS one
    MATCH (one:Researcher)-[line:COLLABORATED_WITH]-(center)
    RETURN startNode(line) AS one, endNode(line) AS other, 'COLLABORATED_WITH' AS type,
           toFloat(line.papers) AS strength, [] AS sources
  UNION ALL
    UNWIND nodes + excluded AS one
    MATCH (one:Paper)-[line:APPEARED_IN]->(volume:Volume)
    OPTIONAL MATCH (volume)-[:PART_OF]->(venue:Venue)
    UNWIND [volume, venue] AS other
    WITH one, other, line, ends
    WHERE other IN ends
    RETURN one, other, 'APPEARED_IN' AS type, 1.0 AS strength, coalesce(line.sources, []) AS sources
  UNION ALL
    UNWIND rows AS row
    UNWIND row.found AS entry
    WITH row.center AS center, entry WHERE entry.papers IS NOT NULL AND entry.node IN closest
    WITH CASE WHEN center:Topic THEN entry.node ELSE center END AS one,
         CASE WHEN center:Topic THEN center ELSE entry.node END AS other, entry.papers AS papers
    RETURN one, other, 'WROTE_ON' AS type, toFloat(papers) AS strength, [] AS sources
  }
  WITH one, other, type, strength, sources, nodes
  WHERE one IN nodes OR other IN nodes
  WITH one, other, type, max(strength) AS weight, collect(sources) AS stated
  ORDER BY weight DESC, type, one.id, other.id
  WITH collect({one: one, other: other, type: type, weight: weight, sources: stated[0]}) AS found
  RETURN found[..2000] AS lines, size(found) AS edgeCount
}
CALL (centers, shown, lines) { // relevance: two steps of a random walk
  CALL (centers, lines) { // probability of the first stop, times the total weight of the center if it is the only one
    UNWIND lines AS line
    UNWIND [[line.one, line.other], [line.other, line.one]] AS arc
    WITH centers, arc[0] AS center, arc[1] AS stop, line.weight AS weight
    WHERE center IN centers
    WITH centers, center, sum(weight) AS total, collect([stop, weight]) AS steps
    UNWIND steps AS step
    WITH step[0] AS stop, sum(CASE WHEN size(centers) > 1 THEN step[1] / total ELSE step[1] END) AS reach
    RETURN collect({stop: stop, reach: reach}) AS stops
  }
  CALL (shown, lines, stops) {
    UNWIND stops AS entry
    RETURN entry.stop AS node, 2 * entry.reach AS visits, null AS depth
  UNION ALL
    CALL (lines, stops) {
      UNWIND stops AS entry
      RETURN entry.stop AS stop, entry.reach AS reach, null AS next, null AS weight
    UNION ALL
      UNWIND lines AS line
      UNWIND [[line.one, line.other], [line.other, line.one]] AS arc
      RETURN arc[0] AS stop, null AS reach, arc[1] AS next, line.weight AS weight
    }
    WITH stop, sum(reach) AS reach, sum(weight) AS total, collect([next, weight]) AS steps
    WHERE reach > 0
    UNWIND steps AS step
    WITH step[0] AS node, reach * step[1] / total AS visits WHERE node IS NOT NULL
    RETURN node, visits, null AS depth
  UNION ALL
    UNWIND shown AS entry
    RETURN entry.node AS node, 0.0 AS visits, entry.depth AS depth
  }
  WITH node, round(sum(visits), 10) AS visits, min(depth) AS depth // rounded: sums do not depend on their order
  WHERE depth IS NOT NULL
  WITH node, visits, depth ORDER BY visits DESC, node.ord, node.id
  RETURN collect({node: node, visits: visits, depth: depth}) AS visited
}
WITH centers, nodes, lines, edgeCount, kinds, [center IN centers | {node: center, depth: 0, relevance: 1.0}] + [
  row IN visited | {node: row.node, depth: row.depth, relevance: CASE
    WHEN visited[0].visits > 0 THEN round(round(row.visits / visited[0].visits, 8), 4) ELSE 0.0
  END}
] AS ranked
CALL (lines, ranked) { // relevance of relationships: join them with their ends
  CALL (lines, ranked) {
    CALL (lines, ranked) {
      UNWIND ranked AS entry
      RETURN entry.node AS node, entry.relevance AS relevance, null AS place
    UNION ALL
      UNWIND range(0, size(lines) - 1) AS place
      UNWIND [lines[place].one, lines[place].other] AS node
      RETURN node, null AS relevance, place
    }
    WITH node, max(relevance) AS relevance, collect(place) AS places
    UNWIND places AS place
    RETURN place, min(relevance) AS relevance
  }
  WITH lines[place] AS line, relevance
  WITH line, relevance, line.type AS type, line.one.id AS start, line.other.id AS end,
       CASE WHEN line.type IN ['COLLABORATED_WITH', 'WROTE_ON'] THEN line.weight
            WHEN size(line.sources) > 0 THEN toFloat(size(line.sources)) ELSE 1.0 END AS evidence
  ORDER BY type = 'WROTE_ON', type, start, end
  RETURN collect({`from`: start, to: end, type: type, weight: line.weight, sources: line.sources,
                  relevance: round(relevance * evidence / (evidence + 1), 4)}) AS edges
}
RETURN centers, nodes, ranked, edges, edgeCount, kinds, any(row IN kinds WHERE row.shown < row.known) AS truncated
