// Write the mentions in papers that one record alone describes, and the authorships, which follow from that record.
// @param rows: list<map>    source, key, loader, paper (its ID), mentions (person: an ID, first: true if no earlier
//                           position belongs to the person, values)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
MATCH (paper:Paper {id: row.paper})
USING INDEX SEEK paper:Paper(id)
UNWIND row.mentions AS said
MATCH (person:Researcher {id: said.person})
USING INDEX SEEK person:Researcher(id)
CREATE (record)-[mention:MENTIONS]->(person)
SET mention = said.values, person:Stale:StaleCollaborations
WITH paper, person, said
WHERE said.first
CREATE (person)-[:AUTHORED {
  rid: person.id, pid: paper.id, ord: paper.ord, position: said.values.position,
  nameAsWritten: said.values.nameAsWritten, corresponding: said.values.corresponding,
  affiliations: said.values.affiliations, sources: paper.sources
}]->(paper)
