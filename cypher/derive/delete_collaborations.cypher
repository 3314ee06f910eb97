// Delete the collaborations of researchers with changed author lists, and mark their collaborators.
// @scan because only what a load touched carries the mark
MATCH (person:Researcher:StaleCollaborations)
CALL (person) {
  MATCH (person)-[pair:COLLABORATED_WITH]-(other)
  SET other:Stale
  DELETE pair
} IN TRANSACTIONS OF 2000 ROWS
