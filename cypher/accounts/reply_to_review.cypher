// Add or replace the reply of a user to a review, or delete it with its notifications. To add or replace it, the user must
// have claimed an author of the reviewed paper; the user can delete the own reply at any time. A repetition with the same
// idempotency key changes nothing. Returns no row if the user does not exist; `problem` names the input at fault: key,
// review, reply (there is none to delete), author, own or hidden.
// @param userId: string  ID of the user
// @param id: string  ID of the review
// @param replyId: string  ID of a new reply
// @param text: string  Markdown; empty to delete the reply
// @param html: string  HTML of the text
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (review:Review {id: $id})-[:REVIEWS]->()
  RETURN review
  UNION
  MATCH (review:Review {id: $id})<-[:CAN_READ]-(user)
  RETURN review
  UNION
  MATCH (review:Review {id: $id})<-[:REPLIES_TO]-(:ReviewReply)<-[:WROTE]-(user)
  WHERE $text = '' // the user deletes the own reply, also if the review is private or hidden now
  RETURN review
}) AS review
WITH user, review, EXISTS {
  MATCH (user)-[:CLAIMED]->(person)-[:AUTHORED]->()<-[:REVIEWS|REVIEWS_PRIVATELY]-(review)
  WHERE COUNT { (person)<-[:CLAIMED]-() } = 1
} AS isAuthor
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, review, isAuthor, sent.request AS request
WITH user, review, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN review IS NULL THEN 'review'
  WHEN $text = '' AND EXISTS { (user)-[:WROTE]->(:ReviewReply)-[:REPLIES_TO]->(review) } THEN null
  WHEN $text = '' THEN 'reply'
  WHEN NOT isAuthor THEN 'author'
  WHEN EXISTS { (user)-[:WROTE|WROTE_ANONYMOUSLY]->(review) } THEN 'own'
  WHEN EXISTS {
    MATCH (user)-[:WROTE]->(reply:ReviewReply)-[:REPLIES_TO]->(review) WHERE reply.hiddenAt IS NOT NULL
  } THEN 'hidden'
END AS problem
CALL (user, review, repeated, problem) {
  WITH user, review
  WHERE NOT repeated AND problem IS NULL
  OPTIONAL MATCH (user)-[:WROTE]->(reply:ReviewReply)-[:REPLIES_TO]->(review)
  CALL (reply) {
    MATCH (notification:Notification)-[:ANNOUNCES]->(reply)
    WHERE $text = ''
    DETACH DELETE notification
  }
  OPTIONAL MATCH (moderation:ModerationCase {id: reply.id})
  FOREACH (deleted IN [node IN [moderation] WHERE node IS NOT NULL AND $text = ''] | DETACH DELETE deleted)
  FOREACH (deleted IN [node IN [reply] WHERE node IS NOT NULL AND $text = ''] | DETACH DELETE deleted)
  FOREACH (changed IN [node IN [reply] WHERE node IS NOT NULL AND $text <> ''] |
    SET changed.text = $text, changed.html = $html, changed.editedAt = $now
  )
  FOREACH (missing IN CASE WHEN reply IS NULL AND $text <> '' THEN [review] ELSE [] END |
    CREATE (user)-[:WROTE]->(:ReviewReply {id: $replyId, text: $text, html: $html, createdAt: $now})-[:REPLIES_TO]->(missing)
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
RETURN $id AS id, problem
