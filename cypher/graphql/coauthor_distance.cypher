// Return the degrees of separation between a researcher and another, at most 10.
// @param id: string  ID of the first researcher
// @param to: list<string>  [scheme, value] of the second researcher; the scheme of Byline IDs is `byline`
// @returns fromId: string, toId: string, degreesOfSeparation: int?, reason: string?, computedBy: string
MATCH (start:Researcher {id: $id})
WITH start, $to AS key
CALL (key) {
  OPTIONAL MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(other:Researcher)
  OPTIONAL MATCH (own:Researcher {id: key[1]})
  RETURN coalesce(own, other) AS end LIMIT 1
}
CALL (start, end) {
  WITH start, end WHERE start <> end
  MATCH path = SHORTEST 1 (start)-[:COLLABORATED_WITH]-{1,10}(end)
  RETURN min(length(path)) AS steps
}
WITH start, end, CASE key[0] WHEN 'byline' THEN key[1] ELSE key[0] + ':' + key[1] END AS toId,
     CASE WHEN start = end THEN 0 ELSE steps END AS steps
RETURN start.id AS fromId, toId, steps AS degreesOfSeparation,
       CASE WHEN end IS NULL THEN 'No researcher has the ID ' + toId + '.'
            WHEN steps IS NULL THEN 'There is no path of at most 10 steps.' END AS reason, 'NEO4J' AS computedBy
