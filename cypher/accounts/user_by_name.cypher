// Return the user with a name.
// @param name: string  name
// @returns id: string, role: string
MATCH (user:User {name: $name})
RETURN user.id AS id, user.role AS role
