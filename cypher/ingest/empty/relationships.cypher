// Delete all relationships but those of curators' decisions. Without users, they connect only records, entities and loads.
// @scan because the whole graph is emptied
MATCH (from)-[relationship]->()
WHERE NOT (from:Record AND from.source = 'curator')
CALL (relationship) {
  DELETE relationship
} IN TRANSACTIONS OF 20000 ROWS
