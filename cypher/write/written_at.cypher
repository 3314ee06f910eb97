// Where these papers were written: affiliations whose name decides for an institution, or that give its ROR id.
// @param ids: list<string>    the papers' ids
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
USING INDEX paper:Paper(id)
CALL (paper) {
  MATCH (paper)-[before:WRITTEN_AT]->(institution)
  SET institution:Stale, paper:Stale
  DELETE before
}
MATCH (paper)<-[:DESCRIBES]-(record)-[stated:WRITES_FROM]->(place)
MATCH (place)-[leads:NAMES|IDENTIFIES]->(institution:Institution)
WHERE place:Identifier OR leads.decides
MATCH (record)-[mention:MENTIONS {role: 'author', position: stated.position}]->(person)-[authored:AUTHORED]->(paper)
WITH paper, institution, authored.position AS position, min(record.source) AS source, min(stated.asWritten) AS asWritten
CREATE (paper)-[:WRITTEN_AT {
  position: position, source: source, asWritten: asWritten, iid: institution.id, ord: paper.ord
}]->(institution)
SET paper:Stale, institution:Stale
