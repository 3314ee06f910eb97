// Recompute the number of papers of stale volumes.
// @scan because only stale nodes have the label Stale
MATCH (volume:Volume:Stale)
CALL (volume) {
  SET volume.paperCount = COUNT { (volume)<-[:APPEARED_IN]-() }
} IN TRANSACTIONS OF 1000 ROWS
