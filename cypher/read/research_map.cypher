// What lies around anything: the nearest people, papers, topics and institutions, and every relationship among them.
// People are ranked by joint papers, papers by date, topics and institutions by papers in common.
// @param around: string  Byline id of the middle
// @param perKind: int  at most this many of each kind
// @returns center: node, nodes: list<node>, edges: list<map>, truncated: bool
CALL () {
  MATCH (center:Paper|Researcher|Topic|Institution|Venue|Volume {id: $around}) RETURN center
  UNION ALL
  MATCH (:Identifier {scheme: 'byline', value: $around})-[:IDENTIFIES]->(center) RETURN center
}
CALL (center) {
  CALL (center) {
    MATCH (center:Researcher)-[together:COLLABORATED_WITH]-(near:Researcher)
    RETURN near, 'person' AS kind, together.papers AS weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Paper)<-[by:AUTHORED]-(near)
    RETURN near, 'person' AS kind, -by.position AS weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Topic)<-[:ABOUT]-(paper)<-[:AUTHORED]-(near)
    WITH near, count(*) AS weight
    RETURN near, 'person' AS kind, weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Institution)<-[:AFFILIATED_WITH]-(near)
    RETURN near, 'person' AS kind, near.paperCount AS weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Researcher)-[:AUTHORED]->(near)
    RETURN near, 'paper' AS kind, 0 AS weight
    ORDER BY near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Paper)-[:CITES]-(near)
    WITH DISTINCT near
    RETURN near, 'paper' AS kind, 0 AS weight
    ORDER BY near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (near)-[about:ABOUT]->(center:Topic)
    RETURN near, 'paper' AS kind, 0 AS weight
    ORDER BY about.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Institution)<-[:WRITTEN_AT]-(near)
    WITH DISTINCT near
    RETURN near, 'paper' AS kind, 0 AS weight
    ORDER BY near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Venue)<-[:PART_OF]-(:Volume)<-[:APPEARED_IN]-(near)
    WITH DISTINCT near
    RETURN near, 'paper' AS kind, 0 AS weight
    ORDER BY near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Volume)<-[:APPEARED_IN]-(near)
    RETURN near, 'paper' AS kind, 0 AS weight
    ORDER BY near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Researcher)-[:AUTHORED]->(paper)-[:ABOUT]->(near)
    WITH near, count(*) AS weight
    RETURN near, 'topic' AS kind, weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Paper)-[about:ABOUT]->(near)
    RETURN near, 'topic' AS kind, -about.position AS weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Topic)-[:PART_OF]-(near:Topic)
    RETURN near, 'topic' AS kind, near.paperCount AS weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Institution)<-[:WRITTEN_AT]-(paper)-[:ABOUT]->(near)
    WITH near, count(DISTINCT paper) AS weight
    RETURN near, 'topic' AS kind, weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Researcher)-[:AFFILIATED_WITH]->(near)
    RETURN near, 'institution' AS kind, near.paperCount AS weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Paper)-[:WRITTEN_AT]->(near)
    WITH DISTINCT near
    RETURN near, 'institution' AS kind, near.paperCount AS weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Topic)<-[:ABOUT]-(paper)-[:WRITTEN_AT]->(near)
    WITH near, count(DISTINCT paper) AS weight
    RETURN near, 'institution' AS kind, weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  UNION ALL
    MATCH (center:Institution)-[:PART_OF|RELATED_TO|SUCCEEDED_BY]-(near:Institution)
    WITH DISTINCT near
    RETURN near, 'institution' AS kind, near.paperCount AS weight
    ORDER BY weight DESC, near.ord LIMIT $perKind + 1
  }
  WITH center, near, kind, weight
  ORDER BY kind, weight DESC, near.ord, near.id
  WITH center, kind, collect(near) AS found
  RETURN collect(found[..$perKind]) AS kinds, any(size IN collect(size(found)) WHERE size > $perKind) AS truncated
}
WITH center, truncated, reduce(all = [center], some IN kinds | all + some) AS nodes
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
RETURN center, nodes, edges, coalesce(truncated, false) AS truncated
