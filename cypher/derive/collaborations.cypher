// Recompute the collaborations of stale researchers: one relationship per pair, with number and years of joint
// papers. Papers with over 100 authors add none.
// @scan because only stale nodes have the label Stale
MATCH (person:Researcher:StaleCollaborations)
CALL (person) {
  MATCH (person)-[:AUTHORED]->(paper)
  WHERE paper.authorCount <= 100
  MATCH (paper)<-[:AUTHORED]-(other)
  WHERE other <> person AND (person.id < other.id OR NOT other:StaleCollaborations)
  WITH person, other, count(*) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
  SET other:Stale
  CREATE (person)-[:COLLABORATED_WITH {papers: papers, firstYear: firstYear, lastYear: lastYear}]->(other)
} IN TRANSACTIONS OF 2000 ROWS
