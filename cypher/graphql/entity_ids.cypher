// Return the current Byline ID of each ID that is external or retired. No row for other IDs.
// @param keys: list<list<string>>  [scheme, value] of each ID; the scheme of Byline IDs is `byline`
// @returns scheme: string, value: string, id: string
UNWIND $keys AS key
MATCH (identifier:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(entity)
RETURN identifier.scheme AS scheme, identifier.value AS value, entity.id AS id
