// The outside ids by which these funders go.
// @param ids: list<string>    the funders' ids
// @returns id: string, identifiers: list<string>
UNWIND $ids AS id
MATCH (funder:Funder {id: id})
USING INDEX funder:Funder(id)
OPTIONAL MATCH (funder)<-[:IDENTIFIES]-(identifier)
WHERE identifier.scheme <> 'byline'
RETURN funder.id AS id, collect(identifier.scheme + ':' + identifier.value) AS identifiers
