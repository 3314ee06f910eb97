// How many papers the funders that a load touched paid for.
// @scan because only what a load touched carries the mark
MATCH (funder:Funder:Stale)
CALL (funder) {
  SET funder.paperCount = COUNT { (funder)<-[:FUNDED_BY]-() }
} IN TRANSACTIONS OF 100 ROWS
