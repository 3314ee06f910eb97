// Change a review of a user and keep its earlier version, or delete the review with its earlier versions and notifications.
// A review that becomes public loses its earlier versions, which were drafts, and its readers. A repetition with the same
// idempotency key changes nothing. Returns no row if the user does not exist; `problem` names the input at fault: key,
// review, hidden, version with the current version, limit, public (readers of a public review), or reader with a name that
// no user has.
// @param userId: string  ID of the user
// @param id: string  ID of the review
// @param values: map  texts, their HTML, and numbers: those to change
// @param anonymous: bool?  true if other users see no author; null: as it is
// @param visibility: string?  public or private; null: as it is
// @param readers: list<string>?  names of the users who can read a private review; null: as they are
// @param version: int?  version that the client read; null: any
// @param deletes: bool  true to delete the review
// @param most: int  maximum number of versions of a review
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (review:Review {id: $id})<-[:WROTE|WROTE_ANONYMOUSLY]-(user)
  RETURN review
}) AS review, head(COLLECT {
  UNWIND coalesce($readers, []) AS name
  WITH name
  WHERE NOT EXISTS { (:User {name: name}) }
  RETURN name
}) AS unknown
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, review, unknown, sent.request AS request
WITH user, review, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN review IS NULL THEN 'review'
  WHEN $deletes THEN null
  WHEN review.hiddenAt IS NOT NULL THEN 'hidden'
  WHEN review.version <> $version THEN 'version ' + review.version
  WHEN review.version >= $most THEN 'limit'
  WHEN size($readers) > 0 AND coalesce($visibility, review.visibility) = 'public' THEN 'public'
  WHEN unknown IS NOT NULL THEN 'reader ' + unknown
END AS problem
WITH user, review, repeated, problem, NOT repeated AND problem IS NULL AND NOT $deletes AS changes,
  NOT repeated AND problem IS NULL AND $deletes AS deletes
CALL (review, changes) {
  WITH review
  WHERE changes
  CREATE (review)-[:HAS_EDIT]->(edit:ReviewEdit)
  SET edit = review {.version, .summary, .summaryHtml, .strengths, .strengthsHtml, .concerns, .concernsHtml, .questions,
      .questionsHtml, .rating, .confidence},
    edit.createdAt = coalesce(review.editedAt, review.createdAt)
}
CALL (review, changes, deletes) {
  WITH review
  WHERE deletes OR changes AND review.visibility = 'private' AND $visibility = 'public'
  MATCH (review)-[:HAS_EDIT|HAS_HIDDEN_EDIT]->(edit)
  DETACH DELETE edit
}
CALL (user, review, changes) {
  WITH user, review
  WHERE changes AND $anonymous <> review.anonymous
  MATCH (user)-[wrote:WROTE|WROTE_ANONYMOUSLY]->(review)
  DELETE wrote
  CREATE (user)-[:$(CASE WHEN $anonymous THEN 'WROTE_ANONYMOUSLY' ELSE 'WROTE' END)]->(review)
}
CALL (review, changes) {
  WITH review
  WHERE changes AND $visibility <> review.visibility
  MATCH (review)-[link:REVIEWS|REVIEWS_PRIVATELY]->(paper)
  CREATE (review)-[moved:$(CASE WHEN $visibility = 'public' THEN 'REVIEWS' ELSE 'REVIEWS_PRIVATELY' END)]->(paper)
  SET moved = properties(link)
  DELETE link
}
CALL (review, changes) { // readers that a public review kept from before do not count if it becomes private again
  WITH review
  WHERE changes AND ($readers IS NOT NULL OR $visibility = 'public' OR review.visibility = 'public')
  MATCH (review)<-[reads:CAN_READ]-()
  DELETE reads
}
CALL (user, review, changes) {
  WITH user, review
  WHERE changes
  UNWIND coalesce($readers, []) AS name
  MATCH (reader:User {name: name})
  WHERE reader <> user
  CREATE (reader)-[:CAN_READ]->(review)
}
CALL (review, changes) {
  WITH review
  WHERE changes
  SET review += $values, review.version = review.version + 1, review.editedAt = $now,
    review.anonymous = coalesce($anonymous, review.anonymous), review.visibility = coalesce($visibility, review.visibility)
}
CALL (review, deletes) {
  WITH review
  WHERE deletes
  MATCH (notification:Notification)-[:ANNOUNCES]->(review)
  DETACH DELETE notification
}
CALL (review, deletes) {
  WITH review
  WHERE deletes
  MATCH (review)<-[:REPLIES_TO]-(reply:ReviewReply)
  CALL (reply) {
    MATCH (notification:Notification)-[:ANNOUNCES]->(reply)
    DETACH DELETE notification
  }
  OPTIONAL MATCH (moderation:ModerationCase {id: reply.id})
  DETACH DELETE moderation, reply
}
CALL (review, deletes) {
  WITH review
  WHERE deletes
  MATCH (moderation:ModerationCase {id: review.id})
  DETACH DELETE moderation
}
FOREACH (deleted IN CASE WHEN deletes THEN [review] ELSE [] END | DETACH DELETE deleted)
FOREACH (key IN CASE WHEN (changes OR deletes) AND $key <> '' THEN [$key] ELSE [] END |
  CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
)
WITH user, problem
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN $id AS id, problem
