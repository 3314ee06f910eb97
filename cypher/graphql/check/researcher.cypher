// Return an error if no researcher has an ID. No row if there is one.
// @param researcher: list<string>  [scheme, value] of the researcher; the scheme of Byline IDs is `byline`
// @returns code: string, message: string
WITH $researcher AS key
CALL (key) {
  OPTIONAL MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(other:Researcher)
  OPTIONAL MATCH (own:Researcher {id: key[1]})
  RETURN coalesce(own, other) AS person LIMIT 1
}
WITH key, person WHERE person IS NULL
RETURN 'NOT_FOUND' AS code, 'No researcher has the ID ' + replace(key[0] + ':' + key[1], 'byline:', '') + '.' AS message
