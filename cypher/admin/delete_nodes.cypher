// Delete a batch of nodes without relationships, except applied migrations and the writer lease.
// @param batch: int  maximum number
// @returns deleted: int
// @scan because all of them are deleted
MATCH (n)
WHERE NOT n:Migration AND NOT n:Lease
WITH n
LIMIT $batch
DELETE n
RETURN count(*) AS deleted
