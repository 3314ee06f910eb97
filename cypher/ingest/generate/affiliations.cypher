// Write the affiliations of synthetic researchers, as their author lists state them.
// @scan because only stale nodes have the label Stale
MATCH (person:Researcher:Stale)
CALL (person) {
  SET person.affiliationsKnown = EXISTS { MATCH (person)-[by:AUTHORED]->() WHERE by.affiliations IS NOT NULL }
  WITH person
  WHERE person.affiliationsKnown
  MATCH (person)-[authored:AUTHORED]->(paper)-[written:WRITTEN_AT]->(institution)
  WHERE written.position = authored.position
  WITH person, institution, min(paper.year) AS since, max(paper.year) AS until
  CREATE (person)-[:AFFILIATED_WITH {since: since, until: until, role: 'author', source: 'by-line'}]->(institution)
} IN TRANSACTIONS OF 2000 ROWS
