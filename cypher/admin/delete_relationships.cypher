// Delete a batch of relationships. One node may have more relationships than one transaction can delete.
// @param batch: int  maximum number
// @returns deleted: int
// @scan because all of them are deleted
MATCH ()-[r]->()
WITH r
LIMIT $batch
DELETE r
RETURN count(*) AS deleted
