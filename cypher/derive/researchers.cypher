// Recompute the counts, years and trust of stale researchers; docs/trust.md defines trust. Topics that Byline's
// own classifier assigned are not evidence. The step `trust` adds what only claimed researchers have.
// Two transactions at a time write different researchers, so neither waits for the other.
// @param rules: map  points and maximum of each kind of evidence of a researcher
// @scan because only stale nodes have the label Stale
MATCH (person:Researcher:Stale)
CALL (person) {
  OPTIONAL MATCH (person)-[:AUTHORED]->(paper)
  WITH person, count(paper) AS papers, coalesce(sum(paper.citationCount), 0) AS citations, min(paper.year) AS firstYear,
       max(paper.year) AS lastYear
  WITH person, papers, citations, firstYear, lastYear,
       COUNT {
         MATCH (person)-[:AUTHORED]->()-[about:ABOUT]->(topic)
         WHERE about.source <> 'byline'
         RETURN DISTINCT topic
       } AS topics
  SET person.paperCount = papers, person.citationCount = citations, person.firstYear = firstYear,
      person.lastYear = lastYear, person.topicCount = topics,
      person.collaboratorCount = COUNT { (person)-[:COLLABORATED_WITH]-() },
      person.closeCollaboratorCount = COUNT { (person)-[pair:COLLABORATED_WITH]-() WHERE pair.papers >= 2 },
      person.trustScore = $rules.PUBLIC_AUTHOR_RECORD.points +
        CASE WHEN papers < $rules.WORKS.maximum THEN papers ELSE $rules.WORKS.maximum END +
        CASE WHEN topics < $rules.TOPICS.maximum THEN topics ELSE $rules.TOPICS.maximum END
} IN 2 CONCURRENT TRANSACTIONS OF 1000 ROWS
