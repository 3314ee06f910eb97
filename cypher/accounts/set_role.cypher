// Set the role of a user.
// @param name: string  name of the user
// @param role: string  reader, member, curator or admin
// @returns id: string
MATCH (user:User {name: $name})
SET user.role = $role
RETURN user.id AS id
