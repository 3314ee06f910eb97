// Return all users by name, with the number of their tokens and follows.
// @row UserRow
// @returns id: string, name: string, role: string, createdAt: string, disabledAt: string?, tokens: int, follows: int
// @scan because it lists all users
MATCH (user:User)
RETURN user.id AS id, user.name AS name, user.role AS role, user.createdAt AS createdAt, user.disabledAt AS disabledAt,
  COUNT { (user)-[:HAS_TOKEN]->() } AS tokens, COUNT { (user)-[:FOLLOWS]->() } AS follows
ORDER BY name
