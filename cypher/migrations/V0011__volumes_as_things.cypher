// A volume goes by its ids, several where it has several ISBNs: what was its key becomes the first of them.
DROP CONSTRAINT volume_key IF EXISTS;
CREATE INDEX volume_ord IF NOT EXISTS FOR (n:Volume) ON (n.ord);
CREATE INDEX volume_papers IF NOT EXISTS FOR (n:Volume) ON (n.paperCount, n.id);

MATCH (volume:Volume)
WHERE volume.key IS NOT NULL
CALL (volume) {
  MERGE (identifier:Identifier {scheme: 'volume', value: volume.key})
  MERGE (identifier)-[:IDENTIFIES]->(volume)
  WITH identifier
  MATCH (volume)<-[appeared:APPEARED_IN]-(paper)<-[:DESCRIBES]-(record)
  WHERE record.statement CONTAINS volume.key + '"'
  MERGE (record)-[refers:REFERS_TO {kind: 'volume'}]->(identifier)
  SET refers.pages = appeared.pages, refers.issue = appeared.issue
} IN TRANSACTIONS OF 100 ROWS;

MATCH (volume:Volume)
WHERE volume.key IS NOT NULL
CALL (volume) {
  SET volume.ord = right('0000000' + toString(99999999 - coalesce(volume.year, 0) * 10000), 8) + volume.id,
      volume.isbns = CASE WHEN volume.key STARTS WITH 'isbn:' THEN [substring(volume.key, 5)] END,
      volume.paperCount = COUNT { (volume)<-[:APPEARED_IN]-() }
  REMOVE volume.key
} IN TRANSACTIONS OF 1000 ROWS;
