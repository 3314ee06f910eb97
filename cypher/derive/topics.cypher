// How many papers the topics that a load touched have, and from which years.
// @scan because only what a load touched carries the mark
MATCH (topic:Topic:Stale)
CALL (topic) {
  OPTIONAL MATCH (topic)<-[:ABOUT]-(paper)
  WITH topic, count(paper) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
  SET topic.paperCount = papers, topic.firstYear = firstYear, topic.lastYear = lastYear
} IN TRANSACTIONS OF 100 ROWS
