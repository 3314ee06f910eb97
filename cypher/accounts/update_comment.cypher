// Change a comment of a user and keep its earlier version, or delete its text, its earlier versions and its notifications.
// A repetition with the same idempotency key changes nothing. Returns no row if the user does not exist; `problem`
// names the input at fault: key, comment, hidden, version with the current version, or limit.
// @param userId: string  ID of the user
// @param id: string  ID of the comment
// @param values: map  kind, text, html and anchor: those to change
// @param version: int?  version that the client read; null: any
// @param deletes: bool  true to delete the comment
// @param most: int  maximum number of versions of a comment
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT { MATCH (comment:Comment {id: $id})<-[:WROTE]-(user) RETURN comment }) AS comment
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, comment, sent.request AS request
WITH user, comment, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN comment IS NULL OR comment.deletedAt IS NOT NULL THEN 'comment'
  WHEN $deletes THEN null
  WHEN comment.hiddenAt IS NOT NULL THEN 'hidden'
  WHEN comment.version <> $version THEN 'version ' + comment.version
  WHEN comment.version >= $most THEN 'limit'
END AS problem
CALL (comment, repeated, problem) {
  WITH comment
  WHERE NOT repeated AND problem IS NULL AND NOT $deletes
  CREATE (comment)-[:HAS_EDIT]->(edit:CommentEdit)
  SET edit = comment {.version, .kind, .text, .html, .anchor},
    edit.createdAt = coalesce(comment.editedAt, comment.createdAt)
  SET comment += $values, comment.version = comment.version + 1, comment.editedAt = $now
}
CALL (comment, repeated, problem) {
  WITH comment
  WHERE NOT repeated AND problem IS NULL AND $deletes
  SET comment.deletedAt = $now, comment.text = null, comment.html = null, comment.anchor = null, comment.hiddenAt = null,
    comment.mentions = null
  WITH comment
  CALL (comment) {
    MATCH (comment)-[:HAS_EDIT|HAS_HIDDEN_EDIT]->(edit)
    DETACH DELETE edit
  }
  CALL (comment) {
    MATCH (notification:Notification)-[:ANNOUNCES]->(comment)
    DETACH DELETE notification
  }
  CALL (comment) {
    MATCH (moderation:ModerationCase {id: comment.id})
    DETACH DELETE moderation
  }
  CALL (comment) {
    MATCH (comment)-[link:COMMENTS_ON]->(paper)
    CREATE (comment)-[removed:REMOVED_FROM]->(paper)
    SET removed = properties(link)
    DELETE link
  }
}
CALL (repeated, problem) {
  WITH repeated, problem
  WHERE NOT repeated AND problem IS NULL AND $key <> ''
  CREATE (:SentMutation {userId: $userId, key: $key, request: $request, sentAt: $now, result: $id})
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN $id AS id, problem
