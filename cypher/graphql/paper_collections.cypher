// Return the public collections that contain a paper.
// @param id: string  ID of the paper
// @returns node: node
MATCH (paper:Paper {id: $id})<-[:CONTAINS]-(node:Collection)
WHERE node.visibility = 'public'
RETURN node
