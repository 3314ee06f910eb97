// Return the narrower topics of a topic, direct or indirect, with the number of steps: the nearest 10,000.
// @param id: string     the topic's ID
// @param maxDepth: int  maximum number of steps
// @returns node: node, depth: int
MATCH path = (start:Topic {id: $id})<-[:PART_OF*1..20]-(part:Topic)
WITH start, part, min(length(path)) AS depth
LIMIT 20000
WITH start, part, depth
WHERE part <> start AND depth <= $maxDepth
RETURN part AS node, depth
ORDER BY depth, part.ord
LIMIT 10000
