// Return the number of people one and two steps from a researcher. No row for an unknown ID.
// @param researcher: list<string>  [scheme, value] of the researcher; the scheme of Byline IDs is `byline`
// @returns id: string, first: int, second: int
WITH $researcher AS key
CALL (key) {
  OPTIONAL MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(other:Researcher)
  OPTIONAL MATCH (own:Researcher {id: key[1]})
  RETURN coalesce(own, other) AS start LIMIT 1
}
WITH start WHERE start IS NOT NULL
CALL (start) {
  MATCH (start)-[:COLLABORATED_WITH]-(near)
  RETURN collect(near) AS near
}
CALL (start, near) {
  UNWIND near AS one
  MATCH (one)-[:COLLABORATED_WITH]-(other)
  WHERE other <> start
  WITH DISTINCT start, other
  WHERE NOT EXISTS { (other)-[:COLLABORATED_WITH]-(start) }
  RETURN collect(other) AS far
}
RETURN start.id AS id, size(near) AS first, size(far) AS second
