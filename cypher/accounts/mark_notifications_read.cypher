// Mark unread notifications of a user as read: all up to one of them. Returns no row if the user does not exist; `problem`
// is notification if the user has no notification with this ID.
// @param userId: string  ID of the user
// @param id: string  ID of the latest notification to mark
// @param now: string  current time
// @returns problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now
WITH user, head(COLLECT {
  MATCH (user)-[:HAS_NOTIFICATION]->(latest:Notification {id: $id})
  RETURN latest.number
}) AS until
CALL (user, until) {
  MATCH (user)-[:HAS_NOTIFICATION]->(notification)
  WHERE notification.number <= until AND notification.readAt IS NULL
  SET notification.readAt = $now
}
RETURN CASE WHEN until IS NULL THEN 'notification' END AS problem
