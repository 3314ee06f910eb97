// Count comments, reviews and claims since the first entry of the audit log whose creation has no entry.
// @scan because every object of a kind is compared
// @row CheckRow
// @returns wrong: int, example: string?
MATCH (first:AuditEntry)
WITH min(first.createdAt) AS since
CALL (since) {
  MATCH (object:Comment|Review)<-[:WROTE|WROTE_ANONYMOUSLY]-()
  WHERE object.createdAt > since
  RETURN object
  UNION
  MATCH (object:Claim)<-[:MADE]-()
  WHERE object.createdAt > since
  RETURN object
}
WITH object
WHERE NOT EXISTS {
  MATCH (entry:AuditEntry)
  WHERE entry.object = object.id AND entry.action IN ['addComment', 'addReview', 'claimProfile']
}
RETURN count(object) AS wrong, min(object.id) AS example
