// Return an access token and its user.
// @param hash: string  SHA-256 of the token
// @returns tokenId: string, scopes: list<string>, expiresAt: string, revokedAt: string?, userId: string, name: string, role: string, disabledAt: string?
MATCH (token:AccessToken {hash: $hash})<-[:HAS_TOKEN]-(user:User)
RETURN token.id AS tokenId, token.scopes AS scopes, token.expiresAt AS expiresAt, token.revokedAt AS revokedAt,
  user.id AS userId, user.name AS name, user.role AS role, user.disabledAt AS disabledAt
