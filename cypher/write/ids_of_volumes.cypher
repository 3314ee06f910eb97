// The outside ids by which these volumes go.
// @param ids: list<string>    the volumes' ids
// @returns id: string, identifiers: list<string>
UNWIND $ids AS id
MATCH (volume:Volume {id: id})
USING INDEX volume:Volume(id)
OPTIONAL MATCH (volume)<-[:IDENTIFIES]-(identifier)
WHERE identifier.scheme <> 'byline'
RETURN volume.id AS id, collect(identifier.scheme + ':' + identifier.value) AS identifiers
