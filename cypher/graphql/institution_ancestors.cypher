// Return the institutions of which an institution is a part, directly or indirectly, with the number of steps: the
// nearest 10,000.
// @param id: string     the institution's ID
// @param maxDepth: int  maximum number of steps
// @returns node: node, depth: int
MATCH path = (start:Institution {id: $id})-[:PART_OF*1..20]->(whole:Institution)
WITH start, whole, min(length(path)) AS depth
LIMIT 20000
WITH start, whole, depth
WHERE whole <> start AND depth <= $maxDepth
RETURN whole AS node, depth
ORDER BY depth, whole.ord
LIMIT 10000
