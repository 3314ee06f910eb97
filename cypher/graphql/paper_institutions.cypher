// Return the institutions of the authors of a paper, with the positions of these authors.
// @param id: string  the paper's ID
// @returns node: node, position: int, positions: list<int>, asWritten: list<string>, sources: list<string>
MATCH (paper:Paper {id: $id})-[written:WRITTEN_AT]->(institution)
WITH institution, written ORDER BY written.position, written.asWritten
WITH institution, collect(DISTINCT written.position) AS positions, collect(DISTINCT written.asWritten) AS asWritten,
     collect(DISTINCT written.source) AS sources
RETURN institution AS node, positions[0] AS position, positions, asWritten, sources
