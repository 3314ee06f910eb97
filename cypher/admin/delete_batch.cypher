// Delete everything but the record of the migrations, in batches.
// @scan because everything goes
MATCH (n)
WHERE NOT n:Migration
CALL (n) {
  DETACH DELETE n
} IN TRANSACTIONS OF 1000 ROWS
