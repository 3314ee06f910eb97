// Recompute the number of funded papers of stale funders.
// @scan because only stale nodes have the label Stale
MATCH (funder:Funder:Stale)
CALL (funder) {
  SET funder.paperCount = COUNT { (funder)<-[:FUNDED_BY]-() }
} IN TRANSACTIONS OF 100 ROWS
