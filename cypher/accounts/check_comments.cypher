// Count comments that count as comments on their paper although they are deleted or hidden, and the reverse.
// @scan because every object of a kind is compared
// @param repair: bool  true: also repair what is wrong
// @row CheckRow
// @returns wrong: int, example: string?
MATCH (comment:Comment)-[link:COMMENTS_ON|REMOVED_FROM]->()
WHERE (type(link) = 'COMMENTS_ON') <> (comment.deletedAt IS NULL AND comment.hiddenAt IS NULL)
WITH DISTINCT comment
CALL (comment) {
  WITH comment
  WHERE $repair
  SET comment.id = comment.id // locks the comment
  WITH comment, comment.deletedAt IS NULL AND comment.hiddenAt IS NULL AS visible
  MATCH (comment)-[link:COMMENTS_ON|REMOVED_FROM]->(paper)
  WHERE (type(link) = 'COMMENTS_ON') <> visible
  CREATE (comment)-[moved:$(CASE WHEN visible THEN 'COMMENTS_ON' ELSE 'REMOVED_FROM' END)]->(paper)
  SET moved = properties(link)
  DELETE link
}
RETURN count(*) AS wrong, min(comment.id) AS example
