// How many papers were written at the institutions that a load touched.
// @scan because only what a load touched carries the mark
MATCH (institution:Institution:Stale)
CALL (institution) {
  SET institution.paperCount = COUNT { MATCH (institution)<-[:WRITTEN_AT]-(paper) RETURN DISTINCT paper }
} IN TRANSACTIONS OF 1000 ROWS
