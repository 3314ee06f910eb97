// Which of these Byline ids lead to another thing or person now.
// @param ids: list<string>    Byline ids
// @returns id: string
UNWIND $ids AS id
MATCH (identifier:Identifier {scheme: 'byline', value: id})
WHERE EXISTS { (identifier)-[:IDENTIFIES]->() }
RETURN DISTINCT id
