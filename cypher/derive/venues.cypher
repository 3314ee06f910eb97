// Number of papers in the volumes of stale venues, and of venues of stale volumes.
// @scan because only what a load touched carries the mark
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
