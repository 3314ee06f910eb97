// Take back the ids of these funders, before they are written anew; whom they paid for is another matter (unfund).
// @param ids: list<string>    the funders' ids
UNWIND $ids AS id
MATCH (funder:Funder {id: id})
USING INDEX funder:Funder(id)
SET funder:Stale
WITH funder
CALL (funder) {
  MATCH (funder)<-[identifies:IDENTIFIES]-(identifier)
  WHERE identifier.scheme <> 'byline'
  SET identifier:Stale
  DELETE identifies
}
