// Return the comments of a user with their earlier versions and, if a curator hid them, the hidden text.
// @param id: string  ID of the user
// @returns item: map
MATCH (:User {id: $id})-[:WROTE]->(comment:Comment)
OPTIONAL MATCH (moderation:ModerationCase {id: comment.id})
RETURN comment {
  .id, .kind, .text, .anchor, .version, .createdAt, .editedAt, .deletedAt, .hiddenAt,
  paper: head(COLLECT { MATCH (comment)-[:COMMENTS_ON|REMOVED_FROM]->(paper) RETURN paper.id }),
  replyTo: head(COLLECT { MATCH (comment)-[:REPLIES_TO]->(parent) RETURN parent.id }),
  edits: COLLECT { MATCH (comment)-[:HAS_EDIT|HAS_HIDDEN_EDIT]->(edit) RETURN edit {.version, .kind, .text, .anchor, .createdAt} },
  moderation: moderation {.hiddenAt, .note, .text, .anchor}
} AS item
