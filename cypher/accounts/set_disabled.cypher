// Disable a user, or enable it. The time of the first disabling is kept.
// @param name: string  name of the user
// @param disabledAt: string?  current time; null to enable the user
// @returns id: string
MATCH (user:User {name: $name})
SET user.disabledAt = CASE WHEN $disabledAt IS NULL THEN null ELSE coalesce(user.disabledAt, $disabledAt) END
RETURN user.id AS id
