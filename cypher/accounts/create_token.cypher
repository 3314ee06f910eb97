// Create an access token for a user with fewer valid tokens than the limit.
// @param name: string  name of the user
// @param id: string  ID of the token
// @param hash: string  SHA-256 of the token
// @param scopes: list<string>  scopes of the token
// @param label: string  purpose of the token
// @param now: string  current time
// @param expiresAt: string  time after which the token is refused
// @param limit: int  maximum number of valid tokens of a user
// @returns created: bool
MATCH (user:User {name: $name})
SET user.name = $name // locks the user, so that two transactions cannot both create the last token
WITH user, COUNT {
  MATCH (user)-[:HAS_TOKEN]->(other:AccessToken)
  WHERE other.revokedAt IS NULL AND other.expiresAt > $now
} < $limit AS created
FOREACH (_ IN CASE WHEN created THEN [1] ELSE [] END |
  CREATE (user)-[:HAS_TOKEN]->(:AccessToken {
    id: $id, hash: $hash, scopes: $scopes, label: $label, createdAt: $now, expiresAt: $expiresAt
  })
)
RETURN created
