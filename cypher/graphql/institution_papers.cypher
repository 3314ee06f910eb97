// The papers written at an institution, with the places in the by-line that were there.
// @param id: string  the institution's id
// @returns node: node, positions: list<int>
MATCH (institution:Institution {id: $id})<-[written:WRITTEN_AT]-(paper)
WITH paper, written ORDER BY written.position
WITH paper, collect(DISTINCT written.position) AS positions
RETURN paper AS node, positions
