// Remove what sources state about these papers before it is written again. Relationships of users stay. Affiliations
// (WRITTEN_AT) stay too: ingest/affiliations replaces them.
// @param ids: list<string>    the papers' IDs
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
USING INDEX SEEK paper:Paper(id)
SET paper:Stale
WITH paper
CALL (paper) {
  MATCH (paper)-[:AVAILABLE_AS]->(form:Manifestation)
  DETACH DELETE form
}
CALL (paper) {
  MATCH (paper)<-[authored:AUTHORED]-(person)
  SET person:Stale:StaleCollaborations
  DELETE authored
}
CALL (paper) {
  MATCH (paper)-[link:ABOUT|APPEARED_IN|HAS_CODE|HAS_DATASET|CITES|FUNDED_BY|RELATES_TO]->(other)
  SET other:Stale
  DELETE link
}
CALL (paper) {
  MATCH (paper)-[:WRITTEN_AT]->(institution)
  SET institution:Stale
}
CALL (paper) {
  MATCH (paper)<-[link:CITES|RELATES_TO]-(other)
  SET other:Stale
  DELETE link
}
CALL (paper) {
  MATCH (paper)<-[identifies:IDENTIFIES]-(identifier)
  WHERE identifier.scheme <> 'byline'
  SET identifier:Stale
  DELETE identifies
}
