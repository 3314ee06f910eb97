// Return the reviews of a user with their earlier versions, and the user's replies to reviews.
// @param id: string  ID of the user
// @returns item: map
MATCH (:User {id: $id})-[:WROTE|WROTE_ANONYMOUSLY]->(review:Review)
OPTIONAL MATCH (moderation:ModerationCase {id: review.id})
RETURN review {
  .id, .summary, .strengths, .concerns, .questions, .rating, .confidence, .anonymous, .visibility, .version, .createdAt,
  .editedAt, .hiddenAt,
  paper: head(COLLECT { MATCH (review)-[:REVIEWS|REVIEWS_PRIVATELY]->(paper) RETURN paper.id }),
  readers: COLLECT { MATCH (review)<-[:CAN_READ]-(reader) RETURN reader.name },
  edits: COLLECT {
    MATCH (review)-[:HAS_EDIT|HAS_HIDDEN_EDIT]->(edit)
    RETURN edit {.version, .summary, .strengths, .concerns, .questions, .rating, .confidence, .createdAt}
  },
  moderation: moderation {.hiddenAt, .note, .summary, .strengths, .concerns, .questions}
} AS item
UNION ALL
MATCH (:User {id: $id})-[:WROTE]->(reply:ReviewReply)
OPTIONAL MATCH (moderation:ModerationCase {id: reply.id})
RETURN reply {
  .id, .text, .createdAt, .editedAt, .hiddenAt,
  replyTo: head(COLLECT { MATCH (reply)-[:REPLIES_TO]->(review) RETURN review.id }),
  moderation: moderation {.hiddenAt, .note, .text}
} AS item
