// Remove the external IDs of these funders before they are written again; delete_funding removes their papers.
// @param ids: list<string>    the funders' IDs
UNWIND $ids AS id
MATCH (funder:Funder {id: id})
USING INDEX SEEK funder:Funder(id)
SET funder:Stale
WITH funder
CALL (funder) {
  MATCH (funder)<-[identifies:IDENTIFIES]-(identifier)
  WHERE identifier.scheme <> 'byline'
  SET identifier:Stale
  DELETE identifies
}
