// Return the replies to a comment, the hidden ones, and those deleted ones that have replies themselves.
// @param id: string  ID of the comment
// @returns node: node
MATCH (comment:Comment {id: $id})<-[:REPLIES_TO]-(node:Comment)
WHERE EXISTS { (node)-[:COMMENTS_ON]->() } OR node.hiddenAt IS NOT NULL OR EXISTS { (node)<-[:REPLIES_TO]-() }
RETURN node
