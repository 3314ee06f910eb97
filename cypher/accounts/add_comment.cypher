// Add a comment of a user to a paper. A repetition with the same idempotency key returns the first comment.
// Returns no row if the user does not exist; `problem` names the input at fault: key, id, paper, reply, removed or limit.
// @param userId: string  ID of the user
// @param id: string  ID of the new comment
// @param values: map  kind, text, html and anchor
// @param scheme: string  scheme of the paper's ID
// @param value: string  ID of the paper: a Byline ID, current or retired, or an external ID
// @param replyTo: string?  ID of the comment to which it replies; null for none
// @param most: int  maximum number of comments of a user
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (entity:Paper|Researcher|Topic|Institution|Venue|Volume|Funder {id: $value})
  RETURN entity
  UNION
  MATCH (:Identifier {scheme: $scheme, value: $value})-[:IDENTIFIES]->
    (entity:Paper|Researcher|Topic|Institution|Venue|Volume|Funder)
  RETURN entity
}) AS paper
WITH user, paper, head(COLLECT {
  MATCH (parent:Comment {id: $replyTo})-[:COMMENTS_ON|REMOVED_FROM]->(paper)
  RETURN parent
}) AS parent
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, paper, parent, sent.request AS request, sent.result AS result
WITH user, paper, parent, result, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN paper IS NULL THEN 'id'
  WHEN NOT paper:Paper THEN 'paper'
  WHEN $replyTo IS NOT NULL AND parent IS NULL THEN 'reply'
  WHEN parent.deletedAt IS NOT NULL OR parent.hiddenAt IS NOT NULL THEN 'removed'
  WHEN COUNT { (user)-[:WROTE]->(:Comment) } >= $most THEN 'limit'
END AS problem
CALL (user, paper, parent, repeated, problem) {
  WITH user, paper, parent
  WHERE NOT repeated AND problem IS NULL
  CREATE (user)-[:WROTE]->(comment:Comment {id: $id, version: 1, createdAt: $now, isReply: parent IS NOT NULL})
  CREATE (comment)-[link:COMMENTS_ON]->(paper)
  SET comment += $values, // a reply has the IDs of its parent, so that the revocation of a merge moves both
    link.ids = coalesce(head(COLLECT { MATCH (parent)-[above:COMMENTS_ON|REMOVED_FROM]->(paper) RETURN above.ids }), [paper.id])
  FOREACH (answered IN CASE WHEN parent IS NULL THEN [] ELSE [parent] END |
    CREATE (comment)-[:REPLIES_TO]->(answered)
  )
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN coalesce(result, $id) AS id, problem
