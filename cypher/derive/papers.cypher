// Counts of the papers that a load touched: authors, references, citations. Their people and topics are due again.
// @scan because only what a load touched carries the mark
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
