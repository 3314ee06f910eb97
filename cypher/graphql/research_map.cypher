// Return the neighborhood of a node: the nearest people, papers, topics and institutions, and all relationships
// among them. People are ranked by joint papers, papers by date, topics and institutions by shared papers. Every
// node is connected to the center: by its own relationship, or, if papers connect the two (a topic and a person or
// institution), by a derived WROTE_ON with the number of these papers as weight.
// @param center: list<string>  [scheme, value] of an ID; the scheme of Byline IDs is `byline`
// @param first: int  maximum number of each kind
// @returns center: node, nodes: list<node>, edges: list<map>, truncated: bool
WITH $center AS key
CALL (key) {
  MATCH (center:Paper|Researcher|Topic|Institution|Venue|Volume {id: key[1]}) RETURN center
  UNION ALL
  MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(center) RETURN center
}
CALL (center) {
  CALL (center) {
    MATCH (center:Researcher)-[:AFFILIATED_WITH]->(near)
    RETURN near, near.paperCount AS weight, null AS papers
  UNION ALL
    MATCH (center:Paper)-[:WRITTEN_AT]->(near)
    WITH DISTINCT near
    RETURN near, near.paperCount AS weight, null AS papers
  UNION ALL
    MATCH (center:Topic)<-[:ABOUT]-(paper)-[:WRITTEN_AT]->(near)
    WITH near, count(DISTINCT paper) AS papers
    RETURN near, papers AS weight, papers
  UNION ALL
    MATCH (center:Institution)-[:PART_OF|RELATED_TO|SUCCEEDED_BY]-(near:Institution)
    WITH DISTINCT near
    RETURN near, near.paperCount AS weight, null AS papers
  }
  WITH near, weight, papers
  ORDER BY weight DESC, near.ord, near.id LIMIT $first + 1
  RETURN collect({node: near, papers: papers}) AS institutions
}
CALL (center) {
  CALL (center) {
    MATCH (center:Researcher)-[:AUTHORED]->(near)
    RETURN near
  UNION ALL
    MATCH (center:Paper)-[:CITES]-(near)
    RETURN DISTINCT near
  UNION ALL
    MATCH (near)-[:ABOUT]->(center:Topic)
    RETURN near
  UNION ALL
    MATCH (center:Institution)<-[:WRITTEN_AT]-(near)
    RETURN DISTINCT near
  UNION ALL
    MATCH (center:Venue)<-[:PART_OF]-(:Volume)<-[:APPEARED_IN]-(near)
    RETURN DISTINCT near
  UNION ALL
    MATCH (center:Volume)<-[:APPEARED_IN]-(near)
    RETURN near
  }
  WITH near
  ORDER BY near.ord, near.id LIMIT $first + 1
  RETURN collect({node: near, papers: null}) AS works
}
CALL (center) {
  CALL (center) {
    MATCH (center:Researcher)-[together:COLLABORATED_WITH]-(near:Researcher)
    RETURN near, together.papers AS weight, null AS papers
  UNION ALL
    MATCH (center:Paper)<-[by:AUTHORED]-(near)
    RETURN near, -by.position AS weight, null AS papers
  UNION ALL
    MATCH (center:Topic)<-[:ABOUT]-(paper)<-[:AUTHORED]-(near)
    WITH near, count(*) AS papers
    RETURN near, papers AS weight, papers
  UNION ALL
    MATCH (center:Institution)<-[:AFFILIATED_WITH]-(near)
    RETURN near, near.paperCount AS weight, null AS papers
  }
  WITH near, weight, papers
  ORDER BY weight DESC, near.ord, near.id LIMIT $first + 1
  RETURN collect({node: near, papers: papers}) AS people
}
CALL (center) {
  CALL (center) {
    MATCH (center:Researcher)-[:AUTHORED]->(paper)-[:ABOUT]->(near)
    WITH near, count(*) AS papers
    RETURN near, papers AS weight, papers
  UNION ALL
    MATCH (center:Paper)-[about:ABOUT]->(near)
    RETURN near, -about.position AS weight, null AS papers
  UNION ALL
    MATCH (center:Topic)-[:PART_OF]-(near:Topic)
    RETURN near, near.paperCount AS weight, null AS papers
  UNION ALL
    MATCH (center:Institution)<-[:WRITTEN_AT]-(paper)-[:ABOUT]->(near)
    WITH near, count(DISTINCT paper) AS papers
    RETURN near, papers AS weight, papers
  }
  WITH near, weight, papers
  ORDER BY weight DESC, near.ord, near.id LIMIT $first + 1
  RETURN collect({node: near, papers: papers}) AS topics
}
WITH center, [institutions, works, people, topics] AS kinds
WITH center, any(kind IN kinds WHERE size(kind) > $first) AS truncated,
     reduce(all = [], kind IN kinds | all + kind[..$first]) AS shown
WITH center, truncated, shown, [center] + [one IN shown | one.node] AS nodes
CALL (nodes) {
  UNWIND nodes AS one
  CALL (one, nodes) {
    MATCH (one)-[line:AUTHORED|ABOUT|CITES|WRITTEN_AT|AFFILIATED_WITH|COLLABORATED_WITH|PART_OF|RELATED_TO|SUCCEEDED_BY]->(other)
    WHERE other IN nodes
    RETURN other, type(line) AS type, toFloat(coalesce(line.papers, 1)) AS strength
    UNION ALL
    MATCH (one)-[:APPEARED_IN]->(volume:Volume)
    OPTIONAL MATCH (volume)-[:PART_OF]->(venue:Venue)
    UNWIND [volume, venue] AS other
    WITH other, nodes
    WHERE other IN nodes
    RETURN other, 'APPEARED_IN' AS type, 1.0 AS strength
  }
  WITH one.id AS start, other.id AS end, type, max(strength) AS weight
  ORDER BY type, start, end
  RETURN collect({`from`: start, to: end, type: type, weight: weight}) AS edges
}
WITH center, nodes, truncated, edges, [
  one IN shown WHERE one.papers IS NOT NULL |
  {`from`: CASE WHEN center:Topic THEN one.node.id ELSE center.id END,
   to: CASE WHEN center:Topic THEN center.id ELSE one.node.id END,
   type: 'WROTE_ON', weight: toFloat(one.papers)}
] AS derived
RETURN center, nodes, edges + derived AS edges, truncated
