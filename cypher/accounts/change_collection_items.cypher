// Add a paper to a collection of a user, move it, or remove it; the positions of the papers stay 1, 2, 3, ...
// A repetition with the same idempotency key changes nothing. Returns no row if the user does not exist; `problem`
// names the input at fault: key, collection, id, paper or limit.
// @param userId: string  ID of the user
// @param id: string  ID of the collection
// @param scheme: string  scheme of the paper's ID
// @param value: string  ID of the paper: a Byline ID, current or retired, or an external ID
// @param adds: bool  true to add or move the paper, false to remove it
// @param position: int?  new position of the paper, from 1; null: its present position, or the last
// @param note: string?  new note; null: its present note
// @param most: int  maximum number of papers in a collection
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT { MATCH (collection:Collection {id: $id})<-[:OWNS]-(user) RETURN collection }) AS collection,
  head(COLLECT {
    MATCH (entity:Paper|Researcher|Topic|Institution|Venue|Volume|Funder {id: $value})
    RETURN entity
    UNION
    MATCH (:Identifier {scheme: $scheme, value: $value})-[:IDENTIFIES]->
      (entity:Paper|Researcher|Topic|Institution|Venue|Volume|Funder)
    RETURN entity
  }) AS paper
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, collection, paper, sent.request AS request
WITH user, collection, paper, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN collection IS NULL THEN 'collection'
  WHEN paper IS NULL THEN 'id'
  WHEN NOT paper:Paper THEN 'paper'
  WHEN $adds AND COUNT { (collection)-[:CONTAINS]->() } >= $most AND NOT EXISTS { (collection)-[:CONTAINS]->(paper) }
    THEN 'limit'
END AS problem
CALL (collection, paper, repeated, problem) {
  WITH collection, paper
  WHERE NOT repeated AND problem IS NULL
  SET collection.updatedAt = $now
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
  WITH collection, paper
  CALL (collection, paper) {
    WITH collection, paper
    WHERE $adds
    MERGE (collection)-[added:CONTAINS]->(paper)
    ON CREATE SET added.since = $now, added.ids = [paper.id], added.position = 1000000000
    SET added.note = coalesce($note, added.note, '')
  }
  CALL (collection, paper) {
    WITH collection, paper
    WHERE NOT $adds
    MATCH (collection)-[removed:CONTAINS]->(paper)
    DELETE removed
  }
  CALL (collection, paper) {
    MATCH (collection)-[item:CONTAINS]->(other)
    WITH paper, item, other
    ORDER BY item.position, other.id
    WITH paper, collect(item) AS items, collect(other) AS papers
    WITH items, [place IN range(0, size(papers) - 1) WHERE papers[place] = paper][0] AS old
    WITH items, old, CASE WHEN $position IS NULL OR old IS NULL THEN old ELSE $position - 1 END AS new
    WITH CASE
      WHEN new IS NULL OR new = old THEN items
      ELSE [item IN items WHERE item <> items[old]][..new] + [items[old]] +
        [item IN items WHERE item <> items[old]][new..]
    END AS items
    UNWIND range(0, size(items) - 1) AS place
    WITH items[place] AS item, place + 1 AS position
    WHERE item.position <> position
    SET item.position = position
  }
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN $id AS id, problem
