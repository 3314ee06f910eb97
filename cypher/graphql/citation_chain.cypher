// Return a shortest chain of citations between two papers, both ends included: each cites the next.
// @param citing: string  ID of the first paper
// @param cited: string   ID of the last paper
// @returns node: node
MATCH path = shortestPath((:Paper {id: $citing})-[:CITES*1..5]->(:Paper {id: $cited}))
UNWIND nodes(path) AS paper
RETURN paper AS node
