// Take back the collaborations of people whose by-lines a load touched; those whom they worked with are counted again.
// @scan because only what a load touched carries the mark
MATCH (person:Researcher:StaleCollaborations)
CALL (person) {
  MATCH (person)-[pair:COLLABORATED_WITH]-(other)
  SET other:Stale
  DELETE pair
} IN TRANSACTIONS OF 2000 ROWS
