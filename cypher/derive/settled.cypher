// Take the marks off: nothing that a load touched is due any more.
// @scan because only what a load touched carries the mark
MATCH (node:Stale|Unpaired)
CALL (node) {
  REMOVE node:Stale:Unpaired
} IN TRANSACTIONS OF 20000 ROWS
