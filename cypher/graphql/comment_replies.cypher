// Return the replies to a comment, and those removed ones that have replies themselves.
// @param id: string  ID of the comment
// @returns node: node
MATCH (comment:Comment {id: $id})<-[:REPLIES_TO]-(node:Comment)
WHERE EXISTS { (node)-[:COMMENTS_ON]->() } OR EXISTS { (node)<-[:REPLIES_TO]-() }
RETURN node
