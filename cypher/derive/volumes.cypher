// How many papers appeared in the volumes that a load touched.
// @scan because only what a load touched carries the mark
MATCH (volume:Volume:Stale)
CALL (volume) {
  SET volume.paperCount = COUNT { (volume)<-[:APPEARED_IN]-() }
} IN TRANSACTIONS OF 1000 ROWS
