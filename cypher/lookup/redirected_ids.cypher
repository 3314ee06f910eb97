// Return which of these Byline IDs redirect to another entity, and which belong to a deleted entity.
// @param ids: list<string>    Byline IDs
// @returns id: string, redirects: bool
UNWIND $ids AS id
OPTIONAL MATCH (identifier:Identifier {scheme: 'byline', value: id})
USING INDEX SEEK identifier:Identifier(scheme, value)
OPTIONAL MATCH (gone:Tombstone {id: id})
USING INDEX SEEK gone:Tombstone(id)
WITH id, gone, identifier IS NOT NULL AND EXISTS { (identifier)-[:IDENTIFIES]->() } AS redirects
WHERE redirects OR gone IS NOT NULL
RETURN DISTINCT id, redirects
