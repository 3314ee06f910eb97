// Number of unread notifications of a user.
// @param id: string  ID of the user
// @returns unread: int
MATCH (:User {id: $id})-[:HAS_NOTIFICATION]->(notification)
WHERE notification.readAt IS NULL
RETURN count(notification) AS unread
