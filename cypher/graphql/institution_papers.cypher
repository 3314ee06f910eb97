// Return the papers written at an institution, with the positions in the author list that state it.
// @param id: string  the institution's ID
// @returns node: node, positions: list<int>
MATCH (institution:Institution {id: $id})<-[written:WRITTEN_AT]-(paper)
WITH paper, written ORDER BY written.position
WITH paper, collect(DISTINCT written.position) AS positions
RETURN paper AS node, positions
