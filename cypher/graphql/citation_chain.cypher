// A shortest chain of citations between two papers, both ends among it: each cites the next.
// @param citing: string  where it starts
// @param cited: string   where it ends
// @returns node: node
MATCH path = shortestPath((:Paper {id: $citing})-[:CITES*1..5]->(:Paper {id: $cited}))
UNWIND nodes(path) AS paper
RETURN paper AS node
