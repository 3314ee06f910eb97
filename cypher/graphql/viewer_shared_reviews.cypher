// Return the reviews of other users that name a user as a reader.
// @param id: string  ID of the user
// @returns node: node
MATCH (user:User {id: $id})-[:CAN_READ]->(node:Review)
RETURN node
