// Return the notifications of a user.
// @param id: string  ID of the user
// @returns item: map
MATCH (:User {id: $id})-[:HAS_NOTIFICATION]->(notification)
RETURN {id: notification.id, kind: notification.kind, createdAt: notification.createdAt, readAt: notification.readAt,
        object: head([(notification)-[:ANNOUNCES]->(object) WHERE notification.kind <> 'reviewReply' OR object:Review | object.id])} AS item
