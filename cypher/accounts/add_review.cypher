// Add a review of a user to a paper. A repetition with the same idempotency key returns the first review.
// Returns no row if the user does not exist; `problem` names the input at fault: key, id, paper, exists, or reader with
// a name that no user has.
// @param userId: string  ID of the user
// @param id: string  ID of the new review
// @param values: map  texts, their HTML, and numbers
// @param anonymous: bool  true if other users see no author
// @param visibility: string  public or private
// @param readers: list<string>  names of the users who can read a private review
// @param scheme: string  scheme of the paper's ID
// @param value: string  ID of the paper: a Byline ID, current or retired, or an external ID
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (entity:Paper|Researcher|Topic|Institution|Venue|Volume|Funder {id: $value})
  RETURN entity
  UNION
  MATCH (:Identifier {scheme: $scheme, value: $value})-[:IDENTIFIES]->
    (entity:Paper|Researcher|Topic|Institution|Venue|Volume|Funder)
  RETURN entity
}) AS paper, head(COLLECT {
  UNWIND $readers AS name
  WITH name
  WHERE NOT EXISTS { (:User {name: name}) }
  RETURN name
}) AS unknown
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, paper, unknown, sent.request AS request, sent.result AS result
WITH user, paper, result, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN paper IS NULL THEN 'id'
  WHEN NOT paper:Paper THEN 'paper'
  WHEN EXISTS { (user)-[:WROTE|WROTE_ANONYMOUSLY]->(:Review)-[:REVIEWS|REVIEWS_PRIVATELY]->(paper) } THEN 'exists'
  WHEN unknown IS NOT NULL THEN 'reader ' + unknown
END AS problem
CALL (user, paper, repeated, problem) {
  WITH user, paper
  WHERE NOT repeated AND problem IS NULL
  CREATE (review:Review {id: $id, version: 1, createdAt: $now, anonymous: $anonymous, visibility: $visibility})
  CREATE (user)-[:$(CASE WHEN $anonymous THEN 'WROTE_ANONYMOUSLY' ELSE 'WROTE' END)]->(review)
  CREATE (review)-[link:$(CASE WHEN $visibility = 'public' THEN 'REVIEWS' ELSE 'REVIEWS_PRIVATELY' END)]->(paper)
  SET review += $values, link.ids = [paper.id]
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
  WITH user, review
  UNWIND $readers AS name
  MATCH (reader:User {name: name})
  WHERE reader <> user
  CREATE (reader)-[:CAN_READ]->(review)
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN coalesce(result, $id) AS id, problem
