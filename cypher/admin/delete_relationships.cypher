// Delete some relationships: one node may have more of them than one transaction can hold.
// @param batch: int  at most this many
// @returns deleted: int
// @scan because everything goes
MATCH ()-[r]->()
WITH r
LIMIT $batch
DELETE r
RETURN count(*) AS deleted
