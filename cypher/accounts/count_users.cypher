// Return the number of users.
// @returns users: int
// @scan because the store keeps the number
RETURN COUNT { (:User) } AS users
