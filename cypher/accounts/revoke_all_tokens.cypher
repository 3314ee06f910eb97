// Revoke all valid access tokens of a user, and return their number.
// @param name: string  name of the user
// @param now: string  current time
// @returns id: string, revoked: int
MATCH (user:User {name: $name})
CALL (user) {
  MATCH (user)-[:HAS_TOKEN]->(token:AccessToken)
  WHERE token.revokedAt IS NULL AND token.expiresAt > $now
  SET token.revokedAt = $now
  RETURN count(*) AS revoked
}
RETURN user.id AS id, revoked
