// Which venues do the papers of a venue cite, and which cite them?
// @param acl: string  ACL Anthology ID of the venue, such as acl
// @param limit: int  maximum number of venues
// @returns venue: string, citedByVenue: int, citingVenue: int
// @example acl=acl
MATCH (:Identifier {scheme: 'acl-venue', value: $acl})-[:IDENTIFIES]->(venue:Venue)
CALL (venue) {
  MATCH (venue)<-[:PART_OF]-()<-[:APPEARED_IN]-()-[:CITES]->()-[:APPEARED_IN]->()-[:PART_OF]->(other:Venue)
  RETURN other, count(*) AS outgoing, 0 AS incoming
  UNION ALL
  MATCH (venue)<-[:PART_OF]-()<-[:APPEARED_IN]-()<-[:CITES]-()-[:APPEARED_IN]->()-[:PART_OF]->(other:Venue)
  RETURN other, 0 AS outgoing, count(*) AS incoming
}
WITH other, sum(outgoing) AS citedByVenue, sum(incoming) AS citingVenue
ORDER BY citedByVenue + citingVenue DESC, other.ord
LIMIT $limit
RETURN other.name AS venue, citedByVenue, citingVenue
