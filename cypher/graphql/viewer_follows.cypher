// Return the entities that a user follows.
// @param id: string  ID of the user
// @returns node: node, since: string, public: bool?
MATCH (user:User {id: $id})-[follow:FOLLOWS]->(node)
RETURN node, follow.since AS since, follow.public AS public
