// Take back for whom these funders paid, where they are to go by other ids from now on.
// @param ids: list<string>    the funders' ids
UNWIND $ids AS id
MATCH (funder:Funder {id: id})<-[funded:FUNDED_BY]-()
SET funder:Stale
DELETE funded
