// Set the role of a user, and return the earlier one.
// @param name: string  name of the user
// @param role: string  reader, member, curator or admin
// @returns id: string, before: string
MATCH (user:User {name: $name})
WITH user, user.role AS before
SET user.role = $role
RETURN user.id AS id, before
