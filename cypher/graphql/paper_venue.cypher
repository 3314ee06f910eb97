// Return the venue where a paper appeared; of several, the first by name.
// @param id: string  the paper's ID
// @returns node: node
MATCH (paper:Paper {id: $id})-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(venue:Venue)
RETURN venue AS node
ORDER BY venue.ord
LIMIT 1
