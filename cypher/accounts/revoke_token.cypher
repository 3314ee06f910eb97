// Revoke an access token. The time of the first revocation is kept.
// @param id: string  ID of the token
// @param now: string  current time
// @returns id: string, changed: bool
MATCH (token:AccessToken {id: $id})
SET token.id = token.id // locks the token, so that one of two revocations is first
WITH token, token.revokedAt IS NULL AS changed
SET token.revokedAt = coalesce(token.revokedAt, $now)
RETURN token.id AS id, changed
