// Count notifications without their user or without their event. The repair deletes them.
// @scan because every object of a kind is compared
// @param repair: bool  true: also repair what is wrong
// @row CheckRow
// @returns wrong: int, example: string?
MATCH (notification:Notification)
WHERE NOT EXISTS { (notification)<-[:HAS_NOTIFICATION]-() }
  OR NOT EXISTS { MATCH (:Event {number: notification.number}) }
WITH notification, notification.id AS id
FOREACH (surplus IN CASE WHEN $repair THEN [notification] ELSE [] END | DETACH DELETE surplus)
RETURN count(id) AS wrong, min(id) AS example
