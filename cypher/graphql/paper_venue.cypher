// The venue where a paper appeared; the first by name where several.
// @param id: string  the paper's id
// @returns node: node
MATCH (paper:Paper {id: $id})-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(venue:Venue)
RETURN venue AS node
ORDER BY venue.ord
LIMIT 1
