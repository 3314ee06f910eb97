// Summaries of papers get the name `summary` and their author.
MATCH (record:Record {kind: 'paper'})
WHERE record.statement CONTAINS ',"tldr":'
CALL (record) {
  SET record.statement = replace(record.statement, ',"tldr":', ',"summary":')
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (paper:Paper)
WHERE paper.tldr IS NOT NULL
CALL (paper) {
  OPTIONAL MATCH (paper)<-[:DESCRIBES]-(record:Record)
  WHERE record.statement CONTAINS ',"summary":'
  WITH paper, min(record.source) AS source
  SET paper.summary = paper.tldr, paper.summarySource = source
  REMOVE paper.tldr
} IN TRANSACTIONS OF 10000 ROWS;
