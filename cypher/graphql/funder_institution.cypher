// Return the institution that is the same organization as a funder, by the ROR ID that sources state.
// @param id: string  the funder's ID
// @returns node: node
MATCH (funder:Funder {id: $id})
MATCH (:Identifier {scheme: 'ror', value: funder.ror})-[:IDENTIFIES]->(institution:Institution)
RETURN institution AS node
