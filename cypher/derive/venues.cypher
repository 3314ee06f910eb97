// Recompute the number of papers of stale venues, and of venues of stale volumes.
// @scan because only stale nodes have the label Stale
CALL () {
  MATCH (venue:Venue:Stale)
  RETURN venue
  UNION
  MATCH (:Volume:Stale)-[:PART_OF]->(venue:Venue)
  RETURN venue
}
CALL (venue) {
  SET venue.paperCount = COUNT { MATCH (venue)<-[:PART_OF]-(:Volume)<-[:APPEARED_IN]-(paper) RETURN DISTINCT paper }
} IN TRANSACTIONS OF 100 ROWS
