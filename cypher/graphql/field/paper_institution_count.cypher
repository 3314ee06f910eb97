// Return the number of institutions where a paper was written.
// @param id: string  the paper's ID
// @returns institutions: int
MATCH (paper:Paper {id: $id})
RETURN COUNT { MATCH (paper)-[:WRITTEN_AT]->(institution) RETURN DISTINCT institution } AS institutions
