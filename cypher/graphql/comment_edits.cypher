// Return the earlier versions of a comment, latest first.
// @param id: string  ID of the comment
// @returns version: int, kind: string, text: string, html: string, anchor: string?, createdAt: string
MATCH (comment:Comment {id: $id})-[:HAS_EDIT]->(edit:CommentEdit)
RETURN edit.version AS version, edit.kind AS kind, edit.text AS text, edit.html AS html, edit.anchor AS anchor,
  edit.createdAt AS createdAt
ORDER BY version DESC
