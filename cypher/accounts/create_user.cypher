// Create a user unless the name is in use.
// @param id: string  ID of the new user
// @param name: string  name
// @param role: string  reader, member, curator or admin
// @param now: string  current time
// @returns created: bool
MERGE (user:User {name: $name})
ON CREATE SET user.id = $id, user.role = $role, user.createdAt = $now
RETURN user.id = $id AS created
