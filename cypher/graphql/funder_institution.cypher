// The institution that a funder is, by the ROR id that sources give for it.
// @param id: string  the funder's id
// @returns node: node
MATCH (funder:Funder {id: $id})
MATCH (:Identifier {scheme: 'ror', value: funder.ror})-[:IDENTIFIES]->(institution:Institution)
RETURN institution AS node
