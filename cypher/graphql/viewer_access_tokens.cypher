// Return the access tokens of a user without the sessions of browsers.
// @param id: string  ID of the user
// @returns node: node
MATCH (:User {id: $id})-[:HAS_TOKEN]->(token:AccessToken)
WHERE token.label <> 'session'
RETURN token AS node
