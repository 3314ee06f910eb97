// Hide a public comment, review or reply to a review, restore it, or dismiss the reports about it. The texts of hidden content
// move to its moderation case. A repetition with the same idempotency key changes nothing. Returns no row if the user does not
// exist; `problem` names the input at fault: key, content (unknown), hidden (already), visible (already) or reports (no open report).
// @param userId: string  ID of the curator
// @param id: string  ID of the content
// @param to: string  hide, restore or dismiss
// @param note: string?  note for the author
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (content:Comment {id: $id})
  WHERE content.deletedAt IS NULL
  RETURN content
  UNION
  MATCH (content:Review {id: $id})
  WHERE content.visibility = 'public'
  RETURN content
  UNION
  MATCH (content:ReviewReply {id: $id})-[:REPLIES_TO]->(review)
  WHERE review.visibility = 'public'
  RETURN content
}) AS content
FOREACH (author IN COLLECT { MATCH (author)-[:WROTE|WROTE_ANONYMOUSLY]->(content) RETURN author } |
  SET author.lastActAt = author.lastActAt // locks the author, so that a change of the content is earlier or later
)
WITH user, content
OPTIONAL MATCH (moderation:ModerationCase {id: $id})
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, content, moderation, sent.request AS request
WITH user, content, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN content IS NULL THEN 'content'
  WHEN $to = 'hide' AND content.hiddenAt IS NOT NULL THEN 'hidden'
  WHEN $to = 'restore' AND content.hiddenAt IS NULL THEN 'visible'
  WHEN $to = 'dismiss' AND coalesce(moderation.openReports, 0) = 0 THEN 'reports'
END AS problem
CALL (user, content, repeated, problem) {
  WITH user, content
  WHERE NOT repeated AND problem IS NULL
  MERGE (moderation:ModerationCase {id: $id})
  ON CREATE SET moderation.createdAt = $now
  SET moderation.openReports = 0, moderation.kind = CASE
    WHEN content:Comment THEN 'comment'
    WHEN content:Review THEN 'review'
    ELSE 'reply'
  END
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
  FOREACH (hidden IN CASE WHEN $to = 'hide' THEN [content] ELSE [] END |
    SET moderation += hidden {.text, .html, .anchor, .summary, .summaryHtml, .strengths, .strengthsHtml, .concerns,
        .concernsHtml, .questions, .questionsHtml},
      moderation.hiddenAt = $now, moderation.note = $note
    SET hidden.hiddenAt = $now, hidden.text = null, hidden.html = null, hidden.anchor = null, hidden.summary = null,
      hidden.summaryHtml = null, hidden.strengths = null, hidden.strengthsHtml = null, hidden.concerns = null,
      hidden.concernsHtml = null, hidden.questions = null, hidden.questionsHtml = null
  )
  FOREACH (shown IN CASE WHEN $to = 'restore' THEN [content] ELSE [] END |
    SET shown += moderation {.text, .html, .anchor, .summary, .summaryHtml, .strengths, .strengthsHtml, .concerns,
        .concernsHtml, .questions, .questionsHtml},
      shown.hiddenAt = null
    SET moderation.hiddenAt = null, moderation.note = null, moderation.text = null, moderation.html = null,
      moderation.anchor = null, moderation.summary = null, moderation.summaryHtml = null, moderation.strengths = null,
      moderation.strengthsHtml = null, moderation.concerns = null, moderation.concernsHtml = null,
      moderation.questions = null, moderation.questionsHtml = null
  )
  WITH user, content, moderation
  CALL (moderation) {
    MATCH (moderation)<-[report:REPORTED]-()
    WHERE report.closedAt IS NULL
    SET report.closedAt = $now
  }
  CALL (user, moderation) {
    OPTIONAL MATCH (moderation)<-[earlier:MODERATED]-()
    DELETE earlier
    WITH DISTINCT user, moderation
    CREATE (user)-[:MODERATED]->(moderation)
  }
  CALL (content) {
    MATCH (content)-[link:COMMENTS_ON|REVIEWS]->(paper)
    WHERE $to = 'hide'
    CREATE (content)-[moved:$(CASE type(link) WHEN 'REVIEWS' THEN 'REVIEWS_PRIVATELY' ELSE 'REMOVED_FROM' END)]->(paper)
    SET moved = properties(link)
    DELETE link
  }
  CALL (content) {
    MATCH (content)-[link:REMOVED_FROM|REVIEWS_PRIVATELY]->(paper)
    WHERE $to = 'restore'
    CREATE (content)-[moved:$(CASE type(link) WHEN 'REMOVED_FROM' THEN 'COMMENTS_ON' ELSE 'REVIEWS' END)]->(paper)
    SET moved = properties(link)
    DELETE link
  }
  CALL (content) {
    MATCH (content)-[link:HAS_EDIT|HAS_HIDDEN_EDIT]->(edit)
    WHERE $to <> 'dismiss'
    DELETE link
    CREATE (content)-[:$(CASE $to WHEN 'hide' THEN 'HAS_HIDDEN_EDIT' ELSE 'HAS_EDIT' END)]->(edit)
  }
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN $id AS id, problem
