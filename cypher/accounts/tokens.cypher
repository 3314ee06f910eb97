// Return the access tokens of a user, newest first.
// @param name: string  name of the user
// @row TokenRow
// @returns id: string, label: string, scopes: list<string>, createdAt: string, expiresAt: string, revokedAt: string?
MATCH (:User {name: $name})-[:HAS_TOKEN]->(token:AccessToken)
RETURN token.id AS id, token.label AS label, token.scopes AS scopes, token.createdAt AS createdAt,
  token.expiresAt AS expiresAt, token.revokedAt AS revokedAt
ORDER BY id DESC
