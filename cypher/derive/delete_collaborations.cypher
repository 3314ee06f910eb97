// Delete the collaborations of researchers with changed author lists, and mark their collaborators as stale.
// @scan because only stale nodes have the label Stale
MATCH (person:Researcher:StaleCollaborations)
CALL (person) {
  MATCH (person)-[pair:COLLABORATED_WITH]-(other)
  SET other:Stale
  DELETE pair
} IN TRANSACTIONS OF 2000 ROWS
