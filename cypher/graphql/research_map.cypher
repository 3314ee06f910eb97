// Return the neighborhood of an entity: the nearest people, papers, topics and institutions, all relationships among
// them, and how relevant each is. People are ranked by joint papers, papers by date, topics and institutions by papers;
// at depth 2, all by the number of relationships to entities at depth 1. Byline reads the 500 newest papers of the
// center, and the 20 newest of each entity at depth 1. Each entity at depth 1 is connected to the center: by its own
// relationship, or, if papers connect the two (a topic and a person or institution), by a derived WROTE_ON with the
// number of these papers as weight. Relevance: a random walk starts at the center and follows relationships in proportion
// to their weights; the relevance is 2/3 of the probability of its first stop plus 1/3 of that of the second, divided by
// the highest sum. The center has 1.
// @param center: list<string>  [scheme, value] of an ID; the scheme of Byline IDs is `byline`
// @param first: int  maximum number of each kind and depth
// @param depth: int  maximum number of steps from the center: 1 or 2
// @param kinds: list<string>  labels to return, of Researcher, Paper, Topic and Institution
// @param exclude: list<string>  IDs of entities that the reader has; relationships to them are returned
// @param since: int?  first year of papers and joint papers
// @param until: int?  last year of papers and joint papers
// @param minSharedPapers: int  minimum number of joint papers, and of papers that connect a topic with an entity
// @param minCitations: int  minimum number of citations of papers
// @param positions: map?  [x, y] by ID
// @returns center: node, nodes: list<node>, ranked: list<map>, edges: list<map>, edgeCount: int, kinds: list<map>, truncated: bool
WITH $center AS key
CALL (key) {
  MATCH (center:Paper|Researcher|Topic|Institution|Venue|Volume {id: key[1]}) RETURN center
  UNION ALL
  MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(center) RETURN center
}
WITH center, $since IS NOT NULL OR $until IS NOT NULL OR $minCitations > 0
     OR $minSharedPapers > 1 OR size($exclude) > 0 AS isFiltered
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
CALL (center, works, isFiltered) {
  CALL (center, works, isFiltered) {
    CALL (center) { // of many people, read only those with enough joint papers
      MATCH (center:Researcher)-[together:COLLABORATED_WITH]-()
      WITH together.papers AS weight ORDER BY weight DESC LIMIT $first
      RETURN min(weight) AS least
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
  WHERE 'Researcher' IN $kinds AND NOT near.id IN $exclude
  ORDER BY weight DESC, near.ord, near.id
  RETURN collect({node: near, papers: papers}) AS people
}
CALL (center, works) {
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
  WITH near, weight, papers WHERE 'Topic' IN $kinds AND NOT near.id IN $exclude
  ORDER BY weight DESC, near.ord, near.id
  RETURN collect({node: near, papers: papers}) AS topics
}
CALL (center, works) {
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
  WITH near, weight, papers WHERE 'Institution' IN $kinds AND NOT near.id IN $exclude
  ORDER BY weight DESC, near.ord, near.id
  RETURN collect({node: near, papers: papers}) AS institutions
}
WITH center, people, topics, institutions, isFiltered,
     [paper IN works WHERE 'Paper' IN $kinds AND NOT paper.id IN $exclude | {node: paper, papers: null}] AS papers
WITH center, [
  {kind: 'Institution', depth: 1, known: size(institutions), found: institutions[..$first]},
  {kind: 'Paper', depth: 1, found: papers[..$first], known: CASE
    WHEN isFiltered OR size(papers) < 500 THEN size(papers)
    WHEN center:Researcher THEN COUNT { (center)-[:AUTHORED]->() }
    WHEN center:Topic THEN COUNT { (center)<-[:ABOUT]-() }
    WHEN center:Paper THEN COUNT { (center)-[:CITES]-() }
    ELSE size(papers)
  END},
  {kind: 'Researcher', depth: 1, found: people[..$first], known: CASE
    WHEN center:Researcher AND NOT isFiltered THEN COUNT { (center)-[:COLLABORATED_WITH]-() }
    ELSE size(people)
  END},
  {kind: 'Topic', depth: 1, known: size(topics), found: topics[..$first]}
] AS nearest
WITH center, [row IN nearest WHERE row.kind IN $kinds] AS nearest
WITH center, nearest, reduce(list = [], row IN nearest | list + row.found) AS shown
CALL (center, shown) { // depth 2: entities that are connected with those at depth 1
  WITH center, shown, [center] + [entry IN shown | entry.node] AS reached
  UNWIND CASE WHEN $depth > 1 THEN shown ELSE [] END AS entry
  WITH center, entry.node AS origin, reached
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
  WITH center, near, reached, count(*) AS links
  WHERE NOT near IN reached AND NOT near.id IN $exclude
    AND NOT EXISTS {
      (near)-[:AUTHORED|ABOUT|CITES|WRITTEN_AT|AFFILIATED_WITH|COLLABORATED_WITH|PART_OF|RELATED_TO|SUCCEEDED_BY]-(center) }
    AND any(label IN labels(near) WHERE label IN $kinds)
    AND (NOT near:Paper OR (($since IS NULL OR near.year >= $since) AND ($until IS NULL OR near.year <= $until)
      AND ($minCitations = 0 OR near.citationCount >= $minCitations)))
  WITH near, links ORDER BY links DESC, near.ord, near.id
  WITH collect({node: near, papers: null}) AS far
  WITH far, CASE WHEN $depth > 1 THEN ['Institution', 'Paper', 'Researcher', 'Topic'] ELSE [] END AS labels
  WITH [label IN labels WHERE label IN $kinds |
        {kind: label, depth: 2, found: [entry IN far WHERE label IN labels(entry.node)]}] AS rows
  RETURN [row IN rows | {kind: row.kind, depth: 2, known: size(row.found), found: row.found[..$first]}] AS farther
}
WITH center, nearest + farther AS kinds
WITH center, reduce(list = [], row IN kinds | list + [entry IN row.found | entry {.*, depth: row.depth}]) AS shown,
     [row IN kinds | {kind: row.kind, depth: row.depth, shown: size(row.found), known: row.known}] AS kinds
CALL (center) {
  UNWIND CASE WHEN center IS NULL THEN [] ELSE $exclude END AS id
  MATCH (had:Paper|Researcher|Topic|Institution|Venue|Volume {id: id})
  RETURN collect(had) AS excluded
}
WITH center, shown, kinds, excluded, [center] + [entry IN shown | entry.node] AS nodes
CALL (center, shown, nodes, excluded) { // relationships: from papers, which have few, to the others
  WITH center, shown, nodes, nodes + excluded AS ends
  CALL (center, shown, nodes, excluded, ends) {
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
    UNWIND nodes[1..] AS one
    MATCH (one:Researcher)-[line:COLLABORATED_WITH]-(other)
    WHERE other IN ends
    RETURN startNode(line) AS one, endNode(line) AS other, 'COLLABORATED_WITH' AS type,
           toFloat(line.papers) AS strength, [] AS sources
  UNION ALL
    UNWIND CASE WHEN center:Researcher THEN excluded ELSE [] END AS one
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
    UNWIND shown AS entry
    WITH center, entry WHERE entry.papers IS NOT NULL
    WITH CASE WHEN center:Topic THEN entry.node ELSE center END AS one,
         CASE WHEN center:Topic THEN center ELSE entry.node END AS other, entry.papers AS papers
    RETURN one, other, 'WROTE_ON' AS type, toFloat(papers) AS strength, [] AS sources
  }
  WITH one, other, type, max(strength) AS weight, collect(sources) AS stated, nodes
  WHERE one IN nodes OR other IN nodes
  WITH one, other, type, weight, stated
  ORDER BY weight DESC, type, one.id, other.id
  WITH collect({one: one, other: other, type: type, weight: weight, sources: stated[0]}) AS found
  RETURN found[..2000] AS lines, size(found) AS edgeCount
}
CALL (lines) {
  UNWIND lines AS line
  WITH line, line.type AS type, line.one.id AS start, line.other.id AS end
  ORDER BY type = 'WROTE_ON', type, start, end
  RETURN collect({`from`: start, to: end, type: type, weight: line.weight, sources: line.sources}) AS edges
}
CALL (center, shown, lines) { // relevance: two steps of a random walk
  CALL (center, shown, lines) {
    UNWIND lines AS line
    UNWIND [[line.one, line.other], [line.other, line.one]] AS arc
    WITH center, arc[0] AS stop, sum(line.weight) AS total,
         sum(CASE WHEN arc[1] = center THEN line.weight ELSE 0.0 END) AS reach, collect([arc[1], line.weight]) AS next
    WHERE reach > 0 AND stop <> center
    UNWIND [[stop, 2 * reach]] + [step IN next | [step[0], reach * step[1] / total]] AS visit
    RETURN visit[0] AS node, visit[1] AS visits, null AS depth
  UNION ALL
    UNWIND shown AS entry
    RETURN entry.node AS node, 0.0 AS visits, entry.depth AS depth
  }
  WITH node, sum(visits) AS visits, min(depth) AS depth
  WHERE depth IS NOT NULL
  WITH node, visits, depth ORDER BY visits DESC, node.ord, node.id
  RETURN collect({node: node, visits: visits, depth: depth}) AS visited
}
WITH center, nodes, edges, edgeCount, kinds, visited, visited[0].visits AS most
RETURN center, nodes,
  [{node: center, depth: 0, relevance: 1.0, x: $positions[center.id][0], y: $positions[center.id][1]}] + [
    row IN visited |
    {node: row.node, depth: row.depth, relevance: CASE WHEN most > 0 THEN round(row.visits / most, 4) ELSE 0.0 END,
     x: $positions[row.node.id][0], y: $positions[row.node.id][1]}
  ] AS ranked, edges, edgeCount, kinds, any(row IN kinds WHERE row.shown < row.known) AS truncated
