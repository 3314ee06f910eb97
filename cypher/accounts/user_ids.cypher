// Return the IDs of all users.
// @returns id: string
// @scan because it lists all users
MATCH (user:User)
RETURN user.id AS id
