// Change the status of a claim: its user withdraws it, or a curator accepts, rejects or revokes it. The end of an accepted
// claim ends the rights of the user. A repetition with the same idempotency key changes nothing. Returns no row if the
// user does not exist; `problem` names the input at fault: key, claim (unknown), closed and the status of the claim, or
// taken (another user has the profile).
// @param userId: string  ID of the user who changes it
// @param id: string  ID of the claim
// @param to: string  new status: withdrawn, accepted, rejected or revoked
// @param reason: string  reason of the curator; empty for a withdrawal
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (claim:Claim {id: $id})<-[:MADE]-(claimant)
  WHERE $to <> 'withdrawn' OR claimant = user
  RETURN claim
}) AS claim
WITH user, claim, head(COLLECT { MATCH (claimant)-[:MADE]->(claim) RETURN claimant }) AS claimant,
  head(COLLECT { MATCH (claim)-[:CONCERNS]->(person) RETURN person }) AS person
// The writes that change no value lock the claimant and the researcher, so that one of two decisions is first.
FOREACH (locked IN [node IN [claimant] WHERE node IS NOT NULL] | SET locked.lastActAt = locked.lastActAt)
FOREACH (locked IN [node IN [person] WHERE node IS NOT NULL] | SET locked.claimed = coalesce(locked.claimed, false))
WITH user, claim, claimant, person
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, claim, claimant, person, sent.request AS request
WITH user, claim, claimant, person, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN claim IS NULL THEN 'claim'
  WHEN $to = 'withdrawn' AND NOT claim.status IN ['awaiting_code', 'pending', 'accepted'] THEN 'closed ' + claim.status
  WHEN $to = 'revoked' AND claim.status <> 'accepted' THEN 'closed ' + claim.status
  WHEN $to IN ['accepted', 'rejected'] AND claim.status <> 'pending' THEN 'closed ' + claim.status
  WHEN $to = 'accepted' AND EXISTS { (person)<-[:CLAIMED]-() } THEN 'taken'
END AS problem
CALL (user, claim, claimant, person, repeated, problem) {
  WITH user, claim, claimant, person
  WHERE NOT repeated AND problem IS NULL
  SET claim.status = $to, claim.decidedAt = $now, claim.codeHash = null
  FOREACH (decided IN CASE WHEN $to = 'withdrawn' THEN [] ELSE [claim] END |
    SET decided.reason = $reason
    CREATE (user)-[:DECIDED]->(decided)
  )
  FOREACH (accepted IN CASE WHEN $to = 'accepted' THEN [claim] ELSE [] END |
    CREATE (claimant)-[:CLAIMED {claimId: $id, since: $now, level: 'L4', ids: [person.id]}]->(person)
    SET accepted.level = 'L4'
  )
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
  WITH claimant, person
  CALL (claimant, person) {
    WITH claimant, person
    WHERE $to IN ['withdrawn', 'revoked']
    MATCH (claimant)-[claimed:CLAIMED]->(person)
    DELETE claimed
  }
  SET person.claimed = EXISTS { (person)<-[:CLAIMED]-() }, person.verificationLevel = coalesce(head(COLLECT {
    MATCH (person)<-[claimed:CLAIMED]-()
    RETURN claimed.level
    ORDER BY claimed.level DESC
  }), 'L1')
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN $id AS id, problem
