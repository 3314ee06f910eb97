// Return the relation of a user to an object: whether it is the user's own, and the ID of the paper that it is.
// @param userId: string  ID of the user
// @param scheme: string  scheme of the object's ID
// @param value: string  ID of an entity, a comment, a review, a reply, a collection or a claim
// @returns own: bool, paper: string?
WITH head(COLLECT {
  MATCH (object:Paper|Researcher|Comment|Review|ReviewReply|Collection|Claim {id: $value})
  RETURN object
  UNION
  MATCH (:Identifier {scheme: $scheme, value: $value})-[:IDENTIFIES]->(object:Paper|Researcher)
  RETURN object
}) AS object
WHERE object IS NOT NULL
RETURN EXISTS {
  MATCH (:User {id: $userId})-[:WROTE|WROTE_ANONYMOUSLY|OWNS|MADE|CLAIMED]->(object)
} AS own, CASE WHEN object:Paper THEN object.id END AS paper
