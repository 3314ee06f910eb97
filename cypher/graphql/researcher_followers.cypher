// Return the users who follow a researcher publicly. Disabled accounts are omitted.
// @param id: string  the researcher's ID
// @returns node: node, since: string
MATCH (:Researcher {id: $id})<-[follow:FOLLOWS]-(node:User)
WHERE follow.public AND node.disabledAt IS NULL
RETURN node, follow.since AS since
