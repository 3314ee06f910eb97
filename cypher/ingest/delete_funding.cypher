// Delete the funding by these funders, whose IDs change.
// @param ids: list<string>    the funders' IDs
UNWIND $ids AS id
MATCH (funder:Funder {id: id})<-[funded:FUNDED_BY]-()
USING INDEX SEEK funder:Funder(id)
SET funder:Stale
DELETE funded
