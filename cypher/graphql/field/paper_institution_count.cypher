// How many institutions a paper was written at.
// @param id: string  the paper's id
// @returns institutions: int
MATCH (paper:Paper {id: $id})
RETURN COUNT { MATCH (paper)-[:WRITTEN_AT]->(institution) RETURN DISTINCT institution } AS institutions
