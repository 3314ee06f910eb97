// Delete all relationships. Without users, they connect only records, entities and loads.
// @scan because the whole graph is emptied
MATCH ()-[relationship]->()
CALL (relationship) {
  DELETE relationship
} IN TRANSACTIONS OF 20000 ROWS
