// Return the comments on a paper, the hidden ones, and those deleted ones that have replies.
// @param id: string  ID of the paper
// @returns node: node
MATCH (paper:Paper {id: $id})<-[:COMMENTS_ON]-(node:Comment)
RETURN node
UNION ALL
MATCH (paper:Paper {id: $id})<-[:REMOVED_FROM]-(node:Comment)
WHERE node.hiddenAt IS NOT NULL OR EXISTS { (node)<-[:REPLIES_TO]-() }
RETURN node
