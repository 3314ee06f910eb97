// Recompute the number and years of papers of stale topics.
// @scan because only stale nodes have the label Stale
MATCH (topic:Topic:Stale)
CALL (topic) {
  OPTIONAL MATCH (topic)<-[:ABOUT]-(paper)
  WITH topic, count(paper) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
  SET topic.paperCount = papers, topic.firstYear = firstYear, topic.lastYear = lastYear
} IN TRANSACTIONS OF 100 ROWS
