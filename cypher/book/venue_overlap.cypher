// Which venues have the same authors as a venue? Shared authors, and their share of the authors of both (Jaccard).
// @param acl: string  ACL Anthology ID of the venue, such as acl
// @param limit: int  maximum number of venues
// @returns venue: string, sharedAuthors: int, share: float
// @scan because the authors of every other venue are counted
// @example acl=acl
MATCH (:Identifier {scheme: 'acl-venue', value: $acl})-[:IDENTIFIES]->(venue:Venue)
MATCH (venue)<-[:PART_OF]-()<-[:APPEARED_IN]-()<-[:AUTHORED]-(person)
WITH venue, collect(DISTINCT person) AS authors
UNWIND authors AS person
MATCH (person)-[:AUTHORED]->()-[:APPEARED_IN]->()-[:PART_OF]->(other:Venue)
WHERE other <> venue
WITH size(authors) AS authors, other, count(DISTINCT person) AS sharedAuthors
ORDER BY sharedAuthors DESC, other.ord
LIMIT $limit
CALL (other) {
  MATCH (other)<-[:PART_OF]-()<-[:APPEARED_IN]-()<-[:AUTHORED]-(person)
  RETURN count(DISTINCT person) AS otherAuthors
}
RETURN other.name AS venue, sharedAuthors,
       round(toFloat(sharedAuthors) / (authors + otherAuthors - sharedAuthors), 3) AS share
ORDER BY sharedAuthors DESC, venue
