// Return the open reports of a moderation case without their users, latest first, at most 50.
// @param id: string  ID of the content
// @returns reason: string, note: string?, createdAt: string
MATCH (moderation:ModerationCase {id: $id})<-[report:REPORTED]-()
WHERE report.closedAt IS NULL
RETURN report.reason AS reason, report.note AS note, report.createdAt AS createdAt
ORDER BY createdAt DESC
LIMIT 50
