// Return the institutions where a paper was written, in the order of the author list.
// @param id: string  the paper's ID
// @returns node: node, positions: list<int>, asWritten: list<string>, sources: list<string>
MATCH (paper:Paper {id: $id})-[written:WRITTEN_AT]->(institution)
WITH institution, written ORDER BY written.position, written.asWritten
WITH institution, collect(DISTINCT written.position) AS positions, collect(DISTINCT written.asWritten) AS asWritten,
     collect(DISTINCT written.source) AS sources
RETURN institution AS node, positions, asWritten, sources
ORDER BY positions[0], institution.ord
