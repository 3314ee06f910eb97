// Delete some nodes that have no relationship any more; the record of the migrations and who may write stay.
// @param batch: int  at most this many
// @returns deleted: int
// @scan because everything goes
MATCH (n)
WHERE NOT n:Migration AND NOT n:Lease
WITH n
LIMIT $batch
DELETE n
RETURN count(*) AS deleted
