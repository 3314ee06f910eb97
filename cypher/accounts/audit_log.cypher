// Return entries of the audit log, newest first.
// @param earlierThan: string  ID of an entry: entries before it
// @param from: string  ID of the first possible entry
// @param action: string?  only entries of this action; null: all
// @param limit: int  maximum number
// @row AuditRow
// @returns id: string, createdAt: string, actorKind: string, userId: string?, name: string?, action: string, object: string?, reason: string?, before: string?, after: string?
MATCH (entry:AuditEntry)
WHERE entry.id >= $from AND entry.id < $earlierThan AND ($action IS NULL OR entry.action = $action)
WITH entry
ORDER BY entry.id DESC
LIMIT $limit
OPTIONAL MATCH (entry)<-[:CHANGED]-(user)
RETURN entry.id AS id, entry.createdAt AS createdAt, entry.actorKind AS actorKind, user.id AS userId, user.name AS name,
  entry.action AS action, entry.object AS object, entry.reason AS reason, entry.before AS before, entry.after AS after
ORDER BY id DESC
