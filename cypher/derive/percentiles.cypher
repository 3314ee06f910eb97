// Recompute the citation percentiles of the papers of stale topics: the share, in percent, of papers with the same
// primary topic and year that are cited less often.
// @scan because only stale nodes have the label Stale
MATCH (topic:Topic:Stale)
CALL (topic) {
  MATCH (topic)<-[:ABOUT {primary: true}]-(paper)
  WHERE paper.year IS NOT NULL
  WITH paper.year AS year, paper.citationCount AS citations, collect(paper) AS tied
  ORDER BY year, citations
  WITH year, collect({papers: tied, number: size(tied)}) AS steps, sum(size(tied)) AS total
  UNWIND range(0, size(steps) - 1) AS place
  WITH total, steps[place].papers AS tied, reduce(fewer = 0, step IN steps[..place] | fewer + step.number) AS below
  WITH tied, 100.0 * below / total AS percentile
  UNWIND tied AS paper
  WITH paper, percentile
  WHERE paper.citationPercentile IS NULL OR paper.citationPercentile <> percentile
  SET paper.citationPercentile = percentile
} IN TRANSACTIONS OF 1 ROW
