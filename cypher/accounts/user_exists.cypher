// Return the ID of the user with a name.
// @param name: string  name
// @returns id: string
MATCH (user:User {name: $name})
RETURN user.id AS id
