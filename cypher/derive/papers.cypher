// Recompute the counts of stale papers: authors, references, citations. Mark their people and topics as stale.
// @scan because only stale nodes have the label Stale
MATCH (paper:Paper:Stale)
CALL (paper) {
  SET paper.authorCount = COUNT { (paper)<-[:AUTHORED]-() },
      paper.citationCount = COUNT { (paper)<-[:CITES]-() },
      paper.referenceCount = COUNT { (paper)-[:CITES]->() }
  SET paper.collaborationsTruncated = CASE WHEN paper.authorCount > 100 THEN true END, paper.citationPercentile = null
  WITH paper
  MATCH (paper)-[:AUTHORED|ABOUT]-(near)
  SET near:Stale
} IN TRANSACTIONS OF 5000 ROWS
