// Return what is wrong with the IDs of two researchers: an unknown ID, or the same researcher twice. No row if both are
// right.
// @param from: list<string>  [scheme, value] of the first researcher; the scheme of Byline IDs is `byline`
// @param to: list<string>  [scheme, value] of the second researcher, likewise
// @returns code: string, message: string
WITH $from AS fromKey, $to AS toKey
CALL (fromKey) {
  OPTIONAL MATCH (:Identifier {scheme: fromKey[0], value: fromKey[1]})-[:IDENTIFIES]->(other:Researcher)
  OPTIONAL MATCH (own:Researcher {id: fromKey[1]})
  RETURN coalesce(own, other) AS start LIMIT 1
}
CALL (toKey) {
  OPTIONAL MATCH (:Identifier {scheme: toKey[0], value: toKey[1]})-[:IDENTIFIES]->(other:Researcher)
  OPTIONAL MATCH (own:Researcher {id: toKey[1]})
  RETURN coalesce(own, other) AS end LIMIT 1
}
UNWIND CASE
  WHEN start IS NULL THEN [['NOT_FOUND', 'No researcher has the ID ' + replace(fromKey[0] + ':' + fromKey[1], 'byline:', '') + ' (from).']]
  WHEN end IS NULL THEN [['NOT_FOUND', 'No researcher has the ID ' + replace(toKey[0] + ':' + toKey[1], 'byline:', '') + ' (to).']]
  WHEN start = end THEN [['BAD_USER_INPUT', 'from and to are the same researcher. Give two different ones.']]
  ELSE []
END AS problem
RETURN problem[0] AS code, problem[1] AS message
