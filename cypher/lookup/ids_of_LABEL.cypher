// Return the external IDs of entities.
// @labels Funder, Volume
// @param ids: list<string>    Byline IDs of the entities
// @returns id: string, identifiers: list<string>
// @row EntityIdsRow
UNWIND $ids AS id
MATCH (entity:LABEL {id: id})
USING INDEX SEEK entity:LABEL(id)
OPTIONAL MATCH (entity)<-[:IDENTIFIES]-(identifier)
WHERE identifier.scheme <> 'byline'
RETURN entity.id AS id, collect(identifier.scheme + ':' + identifier.value) AS identifiers
