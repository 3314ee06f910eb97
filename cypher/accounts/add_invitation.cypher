// Invite the user who claimed a researcher to work together. The researcher must be open to collaboration. With an introducer,
// a co-author of both, the invitation waits for the agreement of the introducer.
// A repetition with the same idempotency key returns the first invitation. Returns no row if the user does not exist;
// `problem` names the input at fault: key, id, researcher, unclaimed, own, unavailable, open, limit, not claimed, introducer,
// not introducer or introducer unclaimed.
// @param userId: string  ID of the user
// @param id: string  ID of the new invitation
// @param scheme: string  scheme of the researcher's ID
// @param value: string  ID of the researcher: a Byline ID, current or retired, or an external ID
// @param introducer: list<string>  [scheme, value] of an ID of the introducer; empty without an introducer
// @param values: map  purpose and message, with the HTML of the message
// @param expiresAt: string  time until which it can be accepted
// @param most: int  maximum number of invitations of a user in a day
// @param dayAgo: string  time one day ago
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (entity:Paper|Researcher|Topic|Institution|Venue|Volume|Funder {id: $value})
  RETURN entity
  UNION
  MATCH (:Identifier {scheme: $scheme, value: $value})-[:IDENTIFIES]->
    (entity:Paper|Researcher|Topic|Institution|Venue|Volume|Funder)
  RETURN entity
}) AS person
WITH user, person, COLLECT { MATCH (claimant:User)-[:CLAIMED]->(person) RETURN claimant } AS claimants
WITH user, person, claimants, head(claimants) AS recipient
WITH user, person, claimants, recipient, head(COLLECT {
  MATCH (entity:Researcher {id: $introducer[1]})
  RETURN entity
  UNION
  MATCH (:Identifier {scheme: $introducer[0], value: $introducer[1]})-[:IDENTIFIES]->(entity:Researcher)
  RETURN entity
}) AS introducer
WITH user, person, claimants, recipient, introducer, head(COLLECT { MATCH (user)-[:CLAIMED]->(own) RETURN own }) AS own,
  COLLECT { MATCH (claimant:User)-[:CLAIMED]->(introducer) RETURN claimant } AS introducers
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, person, recipient, claimants, introducer, own, introducers, sent.request AS request, sent.result AS result
WITH user, person, recipient, introducers, result, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN person IS NULL THEN 'id'
  WHEN NOT person:Researcher THEN 'researcher'
  WHEN size(claimants) <> 1 THEN 'unclaimed'
  WHEN recipient = user THEN 'own'
  WHEN NOT coalesce(person.openToCollaborate, false) OR recipient.disabledAt IS NOT NULL
    OR EXISTS { (recipient)-[:BLOCKS]->(user) } THEN 'unavailable'
  WHEN EXISTS {
    (user)-[:SENT]->(open:Invitation {status: 'pending'})<-[:RECEIVED]-(recipient) WHERE open.expiresAt > $now
  } OR EXISTS {
    (user)-[:SENT]->(open:Invitation {status: 'awaiting_introduction', researcherId: person.id}) WHERE open.expiresAt > $now
  } THEN 'open'
  WHEN $introducer = [] THEN CASE WHEN COUNT { (user)-[:SENT]->(recent:Invitation) WHERE recent.createdAt > $dayAgo } >= $most THEN 'limit' END
  WHEN own IS NULL THEN 'not claimed'
  WHEN introducer IS NULL THEN 'introducer'
  WHEN introducer IN [own, person] OR NOT EXISTS { (own)-[:COLLABORATED_WITH]-(introducer) }
    OR NOT EXISTS { (introducer)-[:COLLABORATED_WITH]-(person) } THEN 'not introducer'
  WHEN size(introducers) <> 1 OR introducers[0].disabledAt IS NOT NULL
    OR EXISTS { MATCH (known:User)-[:BLOCKS]->(user) WHERE known = introducers[0] } THEN 'introducer unclaimed'
  WHEN COUNT { (user)-[:SENT]->(recent:Invitation) WHERE recent.createdAt > $dayAgo } >= $most THEN 'limit'
END AS problem
CALL (user, person, recipient, introducers, repeated, problem) {
  WITH user, person, recipient, introducers
  WHERE NOT repeated AND problem IS NULL
  CREATE (user)-[:SENT]->(invitation:Invitation {id: $id, status: 'pending', createdAt: $now, expiresAt: $expiresAt})
  SET invitation += $values
  FOREACH (receiver IN CASE WHEN $introducer = [] THEN [recipient] ELSE [] END |
    CREATE (receiver)-[:RECEIVED]->(invitation)
  )
  FOREACH (introducer IN CASE WHEN $introducer = [] THEN [] ELSE introducers END |
    CREATE (introducer)-[:INTRODUCES]->(invitation)
    SET invitation.status = 'awaiting_introduction', invitation.researcherId = person.id
  )
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN coalesce(result, $id) AS id, problem
