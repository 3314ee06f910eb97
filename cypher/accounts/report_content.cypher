// Report a public comment, review or reply to a review, once per user and object: a second report changes nothing. A
// repetition with the same idempotency key changes nothing either. `id` is null if nothing changed. Returns no row if the user
// does not exist; `problem` names the input at fault: key, content or limit.
// @param userId: string  ID of the user
// @param id: string  ID of the content
// @param reason: string  spam, abuse, personal_data, off_topic or other
// @param note: string?  explanation for curators
// @param most: int  maximum number of reports of a user in a day
// @param dayAgo: string  time one day ago
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (content:Comment {id: $id})-[:COMMENTS_ON]->()
  RETURN 'comment' AS kind
  UNION
  MATCH (content:Review {id: $id})-[:REVIEWS]->()
  RETURN 'review' AS kind
  UNION
  MATCH (content:ReviewReply {id: $id})-[:REPLIES_TO]->()-[:REVIEWS]->()
  WHERE content.hiddenAt IS NULL
  RETURN 'reply' AS kind
}) AS kind
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, kind, sent.request AS request
WITH user, kind, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN kind IS NULL THEN 'content'
  WHEN COUNT { MATCH (user)-[recent:REPORTED]->() WHERE recent.createdAt > $dayAgo } >= $most THEN 'limit'
END AS problem
WITH user, kind, repeated, problem, NOT EXISTS {
  MATCH (user)-[:REPORTED]->(earlier:ModerationCase {id: $id})
} AS changes
CALL (user, kind, repeated, problem) {
  WITH user, kind
  WHERE NOT repeated AND problem IS NULL
  MERGE (moderation:ModerationCase {id: $id})
  ON CREATE SET moderation.kind = kind, moderation.createdAt = $now, moderation.openReports = 0
  SET moderation.kind = kind // locks the case, so that the number of reports is exact
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
  WITH user, moderation
  WHERE NOT EXISTS { (user)-[:REPORTED]->(moderation) }
  CREATE (user)-[:REPORTED {reason: $reason, note: $note, createdAt: $now}]->(moderation)
  SET moderation.openReports = moderation.openReports + 1
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN CASE WHEN changes AND NOT repeated THEN $id END AS id, problem
