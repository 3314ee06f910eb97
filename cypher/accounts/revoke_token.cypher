// Revoke an access token. The time of the first revocation is kept.
// @param id: string  ID of the token
// @param now: string  current time
// @returns id: string
MATCH (token:AccessToken {id: $id})
SET token.revokedAt = coalesce(token.revokedAt, $now)
RETURN token.id AS id
