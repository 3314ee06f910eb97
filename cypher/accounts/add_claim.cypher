// Add a claim of a user about a researcher. A claim by ORCID iD is accepted at once, unless another user also claims the
// researcher; a claim by e-mail awaits its code, others await a curator. Claims of the user that await a code end.
// A repetition with the same idempotency key returns the first claim. Returns no row if the user does not exist;
// `problem` names the input at fault: key, id, researcher, open, limit, account or orcid.
// @param userId: string  ID of the user
// @param id: string  ID of the new claim
// @param method: string  orcid, email or curator
// @param scheme: string  scheme of the researcher's ID
// @param value: string  ID of the researcher: a Byline ID, current or retired, or an external ID
// @param values: map  note, or domain of the e-mail address
// @param code: map  hash and expiry of the code sent by e-mail; empty without one
// @param most: int  maximum number of claims of a user in a day
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
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, person, sent.request AS request, sent.result AS result
WITH user, person, result, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN person IS NULL THEN 'id'
  WHEN NOT person:Researcher THEN 'researcher'
  WHEN EXISTS { (user)-[:MADE]->(open:Claim) WHERE open.status IN ['pending', 'accepted'] } THEN 'open'
  WHEN COUNT { (user)-[:MADE]->(recent:Claim) WHERE recent.createdAt > $dayAgo } >= $most THEN 'limit'
  WHEN $method = 'orcid' AND user.orcid IS NULL THEN 'account'
  WHEN $method = 'orcid' AND NOT EXISTS {
    (:Identifier {scheme: 'orcid', value: user.orcid})-[:IDENTIFIES]->(person)
  } THEN 'orcid'
END AS problem
CALL (user, person, repeated, problem) {
  WITH user, person
  WHERE NOT repeated AND problem IS NULL
  CALL (user) {
    MATCH (user)-[:MADE]->(earlier:Claim {status: 'awaiting_code'})
    SET earlier.status = 'withdrawn', earlier.decidedAt = $now, earlier.codeHash = null
  }
  SET person.claimed = coalesce(person.claimed, false) // locks the researcher, so that one of two users is first
  WITH user, person, CASE $method
    WHEN 'email' THEN 'awaiting_code'
    WHEN 'orcid' THEN CASE
      WHEN EXISTS { (person)<-[:CLAIMED]-() } OR EXISTS { (person)<-[:CONCERNS]-(:Claim {status: 'pending'}) } THEN 'pending'
      ELSE 'accepted'
    END
    ELSE 'pending'
  END AS status
  CREATE (user)-[:MADE]->(claim:Claim {id: $id, method: $method, status: status, createdAt: $now})
  CREATE (claim)-[:CONCERNS {ids: [person.id]}]->(person)
  SET claim += $values, claim += $code
  FOREACH (accepted IN CASE WHEN status = 'accepted' THEN [claim] ELSE [] END |
    CREATE (user)-[:CLAIMED {claimId: $id, since: $now, level: 'L2', ids: [person.id]}]->(person)
    SET accepted.level = 'L2', accepted.decidedAt = $now, person.claimed = true, person.verificationLevel = 'L2'
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
