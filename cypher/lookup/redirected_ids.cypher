// Return those of these Byline IDs that redirect to another entity, and those whose entity was deleted.
// @param ids: list<string>    Byline IDs
// @returns id: string, leads: bool
UNWIND $ids AS id
OPTIONAL MATCH (identifier:Identifier {scheme: 'byline', value: id})
USING INDEX SEEK identifier:Identifier(scheme, value)
OPTIONAL MATCH (gone:Tombstone {id: id})
USING INDEX SEEK gone:Tombstone(id)
WITH id, gone, identifier IS NOT NULL AND EXISTS { (identifier)-[:IDENTIFIES]->() } AS leads
WHERE leads OR gone IS NOT NULL
RETURN DISTINCT id, leads
