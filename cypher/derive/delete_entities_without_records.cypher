// Delete stale entities that no record describes, unless users, their collections, comments, reviews or claims have relationships with them.
// @scan because only stale nodes have the label Stale
MATCH (node:Stale)
WHERE node:Paper|Researcher|Institution|Funder|Venue|Volume|Topic
  AND NOT EXISTS { (node)<-[:DESCRIBES|MENTIONS]-() }
  AND NOT (node:Topic AND EXISTS { (node)<-[:ABOUT|PART_OF]-(:Paper|Topic) })
  AND NOT EXISTS { (node)--(:User|Collection|Comment|Review|Claim) }
CALL (node) {
  OPTIONAL MATCH (node)<-[:IDENTIFIES]-(identifier:Identifier)
  WHERE NOT EXISTS { (identifier)<-[:REFERS_TO|CLAIMS_CONFLICTING_ID|HAS_AFFILIATION]-() }
  WITH node, collect(identifier) AS identifiers
  OPTIONAL MATCH (node)--(other:Paper|Researcher|Institution|Funder|Venue|Volume|Topic)
  SET other:Stale
  WITH DISTINCT node, identifiers
  MERGE (feed:ChangeFeedCounter {name: 'changes'})
  SET feed.seq = coalesce(feed.seq, 0) + 1
  CREATE (gone:Tombstone)
  SET gone.id = node.id, gone.changedIn = feed.seq,
      gone.label = [label IN labels(node) WHERE NOT label IN ['Stale', 'StaleCollaborations']][0]
  WITH DISTINCT node, identifiers
  CALL (node) {
    MATCH (node)<-[:IDENTIFIES]-(identifier:Identifier)
    MERGE (former:FormerIdentifier {key: identifier.scheme + ':' + identifier.value})
    SET former.id = node.id
  }
  CALL (node) {
    MATCH (node)-[:HAS_EMBEDDING]->(embedding)
    DETACH DELETE embedding
  }
  FOREACH (identifier IN identifiers | DETACH DELETE identifier)
  DETACH DELETE node
} IN TRANSACTIONS OF 2000 ROWS
