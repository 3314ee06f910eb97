// The topics that one is part of, over any number of steps, with how many: the nearest 10,000.
// @param id: string     the topic's id
// @param maxDepth: int  steps at most
// @returns node: node, depth: int
MATCH path = (start:Topic {id: $id})-[:PART_OF*1..20]->(whole:Topic)
WITH start, whole, min(length(path)) AS depth
LIMIT 20000
WITH start, whole, depth
WHERE whole <> start AND depth <= $maxDepth
RETURN whole AS node, depth
ORDER BY depth, whole.ord
LIMIT 10000
