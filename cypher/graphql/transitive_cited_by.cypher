// Return papers that cite a paper directly or indirectly, with the number of citations between them: the nearest
// 10,000.
// @param id: string     the paper's ID
// @param maxDepth: int  maximum number of citations in between
// @returns node: node, depth: int, citing: string, cited: string
MATCH path = (start:Paper {id: $id})<-[:CITES*1..5]-(paper)
WITH start, paper, min(length(path)) AS depth
LIMIT 20000
WITH start, paper, depth
WHERE paper <> start AND depth <= $maxDepth
RETURN paper AS node, depth, paper.id AS citing, start.id AS cited
ORDER BY depth, paper.ord
LIMIT 10000
