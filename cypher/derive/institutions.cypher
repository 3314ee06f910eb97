// Recompute the number of papers of stale institutions.
// @scan because only stale nodes have the label Stale
MATCH (institution:Institution:Stale)
CALL (institution) {
  SET institution.paperCount = COUNT { MATCH (institution)<-[:WRITTEN_AT]-(paper) RETURN DISTINCT paper }
} IN TRANSACTIONS OF 1000 ROWS
