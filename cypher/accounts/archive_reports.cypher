// Return the reports of a user about content of others.
// @param id: string  ID of the user
// @returns item: map
MATCH (:User {id: $id})-[report:REPORTED]->(moderation)
RETURN {content: moderation.id, reason: report.reason, note: report.note, createdAt: report.createdAt} AS item
