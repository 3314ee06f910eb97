// Write the authorships of these papers from the selected author list: the person of each mention.
// @param ids: list<string>    the papers' IDs
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
USING INDEX SEEK paper:Paper(id)
SET paper:Stale // two positions may belong to one person now, or positions of one person to two people
WITH paper
CALL (paper) {
  MATCH (paper)<-[before:AUTHORED]-(person)
  SET person:Stale:StaleCollaborations
  DELETE before
}
MATCH (paper)<-[:DESCRIBES {byline: true}]-(chosen)-[mention:MENTIONS {role: 'author'}]->(person)
WITH paper, person, mention
ORDER BY mention.position
WITH paper, person, collect(mention)[0] AS mention
SET person:Stale:StaleCollaborations
CREATE (person)-[:AUTHORED {
  rid: person.id, pid: paper.id, ord: paper.ord, position: mention.position, nameAsWritten: mention.nameAsWritten,
  corresponding: mention.corresponding, affiliations: mention.affiliations,
  sources: CASE WHEN size(paper.sources) = 1 THEN paper.sources ELSE COLLECT {
    MATCH (paper)<-[:DESCRIBES]-(record)-[:MENTIONS {role: 'author'}]->(person)
    RETURN DISTINCT record.source AS source ORDER BY source
  } END
}]->(paper)
