// Add the papers of bibliography entries to the end of a collection of a user, in the order of the entries. An entry
// matches the paper of its first known ID; without a known ID, the only paper with its title key; else the only paper
// with its title and year. A repetition with the same idempotency key changes nothing. Returns no row if the user does
// not exist; `problem` names the input at fault: key, collection or limit.
// @param userId: string  ID of the user
// @param id: string  ID of the collection
// @param entries: list<map>  entries: ids (every [scheme, value], preferred first), titleKey, title, year
// @param most: int  maximum number of papers in a collection
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @returns id: string?, problem: string?, paperCounts: list<int>, added: int, present: int
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT { MATCH (collection:Collection {id: $id})<-[:OWNS]-(user) RETURN collection }) AS collection
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, collection, sent.request AS request
CALL (user) { // correlated, so that the plan has no Cartesian product
  UNWIND range(0, size($entries) - 1) AS place
  WITH place, $entries[place] AS entry
  WITH place, entry, COLLECT {
    UNWIND range(0, size(entry.ids) - 1) AS rank
    MATCH (:Identifier {scheme: entry.ids[rank][0], value: entry.ids[rank][1]})-[:IDENTIFIES]->(paper:Paper)
    RETURN paper ORDER BY rank LIMIT 1
  } AS byId
  WITH place, entry, CASE WHEN size(byId) > 0 THEN byId ELSE COLLECT {
    MATCH (record:Record {titleKey: entry.titleKey})
    USING INDEX SEEK record:Record(titleKey)
    MATCH (record)-[:DESCRIBES]->(paper:Paper)
    RETURN DISTINCT paper LIMIT 2
  } END AS byKey
  WITH place, CASE WHEN size(byKey) > 0 THEN byKey ELSE COLLECT {
    MATCH (paper:Paper {title: entry.title})
    WHERE paper.id > '' AND coalesce(paper.year, 0) = coalesce(entry.year, 0)
    RETURN paper LIMIT 2
  } END AS papers
  ORDER BY place
  WITH collect(papers) AS found
  UNWIND CASE WHEN size(found) > 0 THEN range(0, size(found) - 1) ELSE [null] END AS place
  WITH found, place, CASE WHEN size(found[place]) = 1 THEN found[place][0] END AS paper
  WITH found, paper, min(place) AS place
  ORDER BY place
  RETURN [papers IN found | size(papers)] AS paperCounts, collect(paper) AS papers
}
WITH user, collection, request, paperCounts, papers,
  [paper IN papers WHERE NOT EXISTS { (collection)-[:CONTAINS]->(paper) }] AS new
WITH user, collection, paperCounts, papers, new, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN collection IS NULL THEN 'collection'
  WHEN COUNT { (collection)-[:CONTAINS]->() } + size(new) > $most THEN 'limit'
END AS problem
CALL (collection, new, repeated, problem) {
  WITH collection, new
  WHERE NOT repeated AND problem IS NULL
  SET collection.updatedAt = $now
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
  WITH collection, new, COUNT { (collection)-[:CONTAINS]->() } AS last
  UNWIND range(0, size(new) - 1) AS place
  WITH collection, new[place] AS paper, last + place + 1 AS position
  MERGE (collection)-[added:CONTAINS]->(paper)
  ON CREATE SET added.since = $now, added.ids = [paper.id], added.position = position, added.note = ''
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
WITH problem, paperCounts, CASE WHEN repeated OR problem IS NOT NULL THEN 0 ELSE size(new) END AS added, size(papers) AS papers
RETURN $id AS id, problem, paperCounts, added, papers - added AS present
