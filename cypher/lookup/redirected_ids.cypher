// Which of these Byline ids lead to another thing or person now, and which to nothing any more.
// @param ids: list<string>    Byline ids
// @returns id: string, leads: bool
UNWIND $ids AS id
OPTIONAL MATCH (identifier:Identifier {scheme: 'byline', value: id})
OPTIONAL MATCH (gone:Tombstone {id: id})
WITH id, gone, identifier IS NOT NULL AND EXISTS { (identifier)-[:IDENTIFIES]->() } AS leads
WHERE leads OR gone IS NOT NULL
RETURN DISTINCT id, leads
