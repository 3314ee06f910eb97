// Return the institutions that are part of an institution, directly or indirectly, with the number of steps: the
// nearest 10,000.
// @param id: string     the institution's ID
// @param maxDepth: int  maximum number of steps
// @returns node: node, depth: int
MATCH path = (start:Institution {id: $id})<-[:PART_OF*1..20]-(part:Institution)
WITH start, part, min(length(path)) AS depth
LIMIT 20000
WITH start, part, depth
WHERE part <> start AND depth <= $maxDepth
RETURN part AS node, depth
ORDER BY depth, part.ord
LIMIT 10000
