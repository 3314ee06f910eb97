// Revoke the access token of a session, or all valid tokens of its user. Returns the number of revoked tokens.
// @param hash: string  SHA-256 of the token
// @param everywhere: bool  true to revoke all tokens of the user
// @param now: string  current time
// @returns revoked: int
MATCH (session:AccessToken {hash: $hash})<-[:HAS_TOKEN]-(user:User)
MATCH (user)-[:HAS_TOKEN]->(token)
WHERE ($everywhere OR token = session) AND token.revokedAt IS NULL
SET token.revokedAt = $now
RETURN count(*) AS revoked
