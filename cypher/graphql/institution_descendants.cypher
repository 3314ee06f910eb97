// The institutions that are part of one, over any number of steps, with how many: the nearest 10,000.
// @param id: string     the institution's id
// @param maxDepth: int  steps at most
// @returns node: node, depth: int
MATCH path = (start:Institution {id: $id})<-[:PART_OF*1..20]-(part:Institution)
WITH start, part, min(length(path)) AS depth
LIMIT 20000
WITH start, part, depth
WHERE part <> start AND depth <= $maxDepth
RETURN part AS node, depth
ORDER BY depth, part.ord
LIMIT 10000
