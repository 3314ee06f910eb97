// Add an entry to the audit log, unless a repetition with the same idempotency key added it. The entry of a change that an
// author makes to an anonymous review names no user, and entries from before the review was anonymous lose theirs.
// @param id: string  ID of the new entry
// @param userId: string  ID of the user; empty for the operator and for curators without an account
// @param actorKind: string  user, curator or operator
// @param action: string  name of the mutation, or of the command of the operator
// @param object: string?  ID of the object; null if only the user can see it
// @param reason: string?  reason that a curator or reporter gave
// @param before: string?  earlier value
// @param after: string?  new value
// @param reviewActions: list<string>  actions of authors on their reviews
// @param key: string  idempotency key; empty without one
// @param now: string  current time
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH sent
WHERE sent.logged IS NULL
FOREACH (first IN CASE WHEN sent IS NULL THEN [] ELSE [sent] END | SET first.logged = true)
CREATE (entry:AuditEntry {id: $id, createdAt: $now, actorKind: $actorKind, action: $action, object: $object, reason: $reason,
  before: $before, after: $after})
WITH entry, CASE
  WHEN NOT $action IN $reviewActions THEN false
  WHEN EXISTS { (:Review {id: $object}) } THEN EXISTS { (:Review {id: $object, anonymous: true}) }
  ELSE NOT EXISTS { (:User {id: $userId})-[:CHANGED]->(:AuditEntry {object: $object}) } // a deleted review
END AS anonymous
CALL (entry, anonymous) {
  WITH entry, anonymous
  WHERE NOT anonymous
  MATCH (user:User {id: $userId})
  CREATE (user)-[:CHANGED]->(entry)
}
CALL (anonymous) {
  WITH anonymous
  WHERE anonymous
  MATCH (earlier:AuditEntry {object: $object})<-[changed:CHANGED]-(:User {id: $userId})
  WHERE earlier.action IN $reviewActions
  DELETE changed
}
