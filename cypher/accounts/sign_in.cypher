// Create a session for the user of an account at an OpenID provider: the user who signed in with it before, else the user
// with the same verified ORCID iD, else a new user. Returns no row if there is no such user and sign-up is off.
// @param key: string  SHA-256 of issuer and subject
// @param issuer: string  issuer
// @param orcid: string?  verified ORCID iD of the account at the provider; null without one
// @param signUp: bool  true to create a user
// @param userId: string  ID of a new user
// @param name: string  name of a new user
// @param tokenId: string  ID of the session's access token
// @param hash: string  SHA-256 of the token
// @param scopes: list<string>  scopes of the token
// @param now: string  current time
// @param expiresAt: string  time after which the session ends
// @returns name: string, disabledAt: string?
MERGE (account:ExternalAccount {key: $key}) // locks it, so that two first requests create one user
ON CREATE SET account.issuer = $issuer, account.createdAt = $now
WITH account, head(COLLECT { MATCH (account)<-[:SIGNS_IN_WITH]-(known:User) RETURN known }) AS known,
  head(COLLECT { MATCH (same:User {orcid: $orcid}) RETURN same }) AS same
FOREACH (missing IN CASE WHEN known IS NULL AND same IS NULL AND $signUp THEN [account] ELSE [] END |
  CREATE (:User {id: $userId, name: $name, role: 'member', createdAt: $now, orcid: $orcid})-[:SIGNS_IN_WITH]->(missing)
)
FOREACH (linked IN CASE WHEN known IS NULL AND same IS NOT NULL THEN [same] ELSE [] END |
  CREATE (linked)-[:SIGNS_IN_WITH]->(account)
)
WITH account, same
MATCH (user:User)-[:SIGNS_IN_WITH]->(account)
SET user.orcid = CASE WHEN same IS NULL THEN coalesce(user.orcid, $orcid) ELSE user.orcid END
WITH user
CALL (user) {
  MATCH (user)-[:HAS_TOKEN]->(old:AccessToken {label: 'session'})
  WHERE old.expiresAt <= $now OR old.revokedAt IS NOT NULL
  DETACH DELETE old
}
FOREACH (enabled IN CASE WHEN user.disabledAt IS NULL THEN [user] ELSE [] END |
  CREATE (enabled)-[:HAS_TOKEN]->(:AccessToken {id: $tokenId, hash: $hash, scopes: $scopes, label: 'session',
    createdAt: $now, expiresAt: $expiresAt})
)
RETURN user.name AS name, user.disabledAt AS disabledAt
