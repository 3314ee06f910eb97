// Return the papers to which a user reacted, one row per paper.
// @param id: string  ID of the user
// @param contents: list<string>  relationship types of the reactions
// @returns node: node, reactions: list<string>, since: string
MATCH (user:User {id: $id})-[reaction:LIKES|DISLIKES|FINDS_INSIGHTFUL|FINDS_REPRODUCIBLE|FINDS_WELL_WRITTEN|
  FINDS_METHOD_QUESTIONABLE|FINDS_BASELINE_MISSING]->(node)
WHERE type(reaction) IN $contents
WITH node, reaction
ORDER BY type(reaction)
RETURN node, collect(type(reaction)) AS reactions, max(reaction.since) AS since
