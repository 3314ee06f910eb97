// Return the claims that a curator must decide: those that are pending, and accepted ones of researchers whom several users
// claimed because a merge made them one. Returns none to users who are not curators.
// @param id: string  ID of the user
// @returns node: node
MATCH (node:Claim {status: 'pending'})
WHERE EXISTS { (curator:User {id: $id}) WHERE curator.role IN ['curator', 'admin'] }
RETURN node
UNION ALL
MATCH (node:Claim {status: 'accepted'})-[:CONCERNS]->(person)
WHERE COUNT { (person)<-[:CLAIMED]-() } > 1
  AND EXISTS { (curator:User {id: $id}) WHERE curator.role IN ['curator', 'admin'] }
RETURN node
