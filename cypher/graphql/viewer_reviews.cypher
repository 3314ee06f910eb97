// Return the reviews that a user wrote, anonymous ones too.
// @param id: string  ID of the user
// @returns node: node
MATCH (user:User {id: $id})-[:WROTE|WROTE_ANONYMOUSLY]->(node:Review)
RETURN node
