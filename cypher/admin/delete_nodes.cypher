// Delete a batch of nodes without relationships, except applied migrations and the writer lease.
// @param batch: int  at most this many
// @returns deleted: int
// @scan because everything goes
MATCH (n)
WHERE NOT n:Migration AND NOT n:Lease
WITH n
LIMIT $batch
DELETE n
RETURN count(*) AS deleted
