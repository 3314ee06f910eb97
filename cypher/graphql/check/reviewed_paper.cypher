// Return what is wrong with the paper and the topic for which reviewers are requested: neither, or an unknown ID. No row
// if they are right.
// @param paper: list<string>?  [scheme, value] of the paper; the scheme of Byline IDs is `byline`
// @param topic: list<string>?  [scheme, value] of the topic, likewise
// @returns code: string, message: string
WITH $paper AS paperKey, $topic AS topicKey
CALL (paperKey) {
  OPTIONAL MATCH (:Identifier {scheme: paperKey[0], value: paperKey[1]})-[:IDENTIFIES]->(other:Paper)
  OPTIONAL MATCH (own:Paper {id: paperKey[1]})
  RETURN coalesce(own, other) AS paper LIMIT 1
}
CALL (topicKey) {
  OPTIONAL MATCH (:Identifier {scheme: topicKey[0], value: topicKey[1]})-[:IDENTIFIES]->(other:Topic)
  OPTIONAL MATCH (own:Topic {id: topicKey[1]})
  RETURN coalesce(own, other) AS topic LIMIT 1
}
UNWIND CASE
  WHEN paperKey IS NULL AND topicKey IS NULL THEN [['BAD_USER_INPUT', 'paper and topic are absent. Give one of them, or both.']]
  WHEN paperKey IS NOT NULL AND paper IS NULL THEN [['NOT_FOUND', 'No paper has the ID ' + replace(paperKey[0] + ':' + paperKey[1], 'byline:', '') + '.']]
  WHEN topicKey IS NOT NULL AND topic IS NULL THEN [['NOT_FOUND', 'No topic has the ID ' + replace(topicKey[0] + ':' + topicKey[1], 'byline:', '') + '.']]
  ELSE []
END AS problem
RETURN problem[0] AS code, problem[1] AS message
