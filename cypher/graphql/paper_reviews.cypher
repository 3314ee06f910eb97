// Return the public reviews of a paper, the hidden ones without texts, and the private ones that a user can read.
// @param id: string  ID of the paper
// @param viewer: string  ID of the user; empty without one
// @returns node: node
MATCH (paper:Paper {id: $id})<-[:REVIEWS]-(node:Review)
RETURN node
UNION ALL
MATCH (paper:Paper {id: $id})<-[:REVIEWS_PRIVATELY]-(node:Review)
WHERE node.hiddenAt IS NOT NULL OR EXISTS { (node)<-[:WROTE|WROTE_ANONYMOUSLY|CAN_READ]-(:User {id: $viewer}) }
RETURN node
