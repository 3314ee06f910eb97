// Where the researchers that a load touched worked, as their by-lines and records of them say, and whether anybody says.
// @scan because only what a load touched carries the mark
MATCH (person:Researcher:Stale)
CALL (person) {
  OPTIONAL MATCH (person)-[before:AFFILIATED_WITH]->()
  DELETE before
  WITH DISTINCT person
  SET person.affiliationsKnown =
    EXISTS { MATCH (person)<-[mention:MENTIONS]-() WHERE mention.affiliations IS NOT NULL }
  WITH person
  WHERE person.affiliationsKnown
  CALL (person) {
    MATCH (person)-[authored:AUTHORED]->(paper)-[written:WRITTEN_AT]->(institution)
    WHERE written.position = authored.position
    RETURN institution, min(paper.year) AS since, max(paper.year) AS until, 'author' AS role, 'by-line' AS source
    UNION
    MATCH (person)<-[:DESCRIBES]-(record)-[from:WRITES_FROM]->(place)-[leads:NAMES|IDENTIFIES]->(institution:Institution)
    WHERE place:Identifier OR leads.decides
    RETURN institution, min(from.since) AS since, max(from.until) AS until, min(from.role) AS role,
           min(record.source) AS source
  }
  WITH person, institution, since, until, role, source
  ORDER BY source = 'by-line', source
  WITH person, institution, collect([since, until, role, source])[0] AS said
  CREATE (person)-[:AFFILIATED_WITH {since: said[0], until: said[1], role: said[2], source: said[3]}]->(institution)
} IN TRANSACTIONS OF 2000 ROWS
