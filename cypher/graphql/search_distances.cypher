// Find the degrees of separation between each of some researchers and each of others, at most 10, in their order.
// @param from: list<list<string>>  [scheme, value] of each researcher; the scheme of Byline IDs is `byline`
// @param to: list<list<string>>  [scheme, value] of each other researcher
// @returns fromKnown: bool, toKnown: bool, degreesOfSeparation: int?
UNWIND range(0, size($from) - 1) AS fromPlace
WITH fromPlace, $from[fromPlace] AS key
CALL (key) {
  OPTIONAL MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(other:Researcher)
  OPTIONAL MATCH (own:Researcher {id: key[1]})
  RETURN coalesce(own, other) AS start LIMIT 1
}
UNWIND range(0, size($to) - 1) AS toPlace
WITH fromPlace, start, toPlace, $to[toPlace] AS key
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
RETURN start IS NOT NULL AS fromKnown, end IS NOT NULL AS toKnown, CASE WHEN start = end THEN 0 ELSE steps END AS degreesOfSeparation
ORDER BY fromPlace, toPlace
