// Delete all relationships but those of curators' decisions and of users, who may have signed in since the unload began.
// @scan because the whole graph is emptied
MATCH (from)-[relationship]->(to)
WHERE NOT (from:Record AND from.source = 'curator')
  AND NOT from:User|Collection|Comment|Review|Claim AND NOT to:User|Collection|Comment|Review|Claim
CALL (relationship) {
  DELETE relationship
} IN TRANSACTIONS OF 20000 ROWS
