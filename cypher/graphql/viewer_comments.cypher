// Return the comments of a user, without deleted ones.
// @param id: string  ID of the user
// @returns node: node
MATCH (user:User {id: $id})-[:WROTE]->(node:Comment)
WHERE node.deletedAt IS NULL
RETURN node
