// Count notifications without their user, their event or their content: a deleted comment, review, invitation or claim, or a
// deleted reply to a review. The repair deletes them.
// @scan because every object of a kind is compared
// @param repair: bool  true: also repair what is wrong
// @row CheckRow
// @returns wrong: int, example: string?
MATCH (notification:Notification)
WHERE NOT EXISTS { (notification)<-[:HAS_NOTIFICATION]-() }
  OR NOT EXISTS { MATCH (:Event {number: notification.number}) }
  OR NOT EXISTS { (notification)-[:ANNOUNCES]->() }
  OR EXISTS { MATCH (notification)-[:ANNOUNCES]->(comment:Comment) WHERE comment.deletedAt IS NOT NULL }
  OR notification.kind = 'reviewReply' AND NOT EXISTS {
    (notification)-[:ANNOUNCES]->(:ReviewReply)
  } AND NOT EXISTS { (notification)-[:ANNOUNCES]->()<-[:REPLIES_TO]-(:ReviewReply) } // of an earlier version of Byline
WITH notification, notification.id AS id
FOREACH (surplus IN CASE WHEN $repair THEN [notification] ELSE [] END | DETACH DELETE surplus)
RETURN count(id) AS wrong, min(id) AS example
