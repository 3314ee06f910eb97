// Which co-authors of a researcher write with each other? The ego network: each co-author with the number of joint
// papers, and the other co-authors of the researcher with whom the co-author has joint papers.
// @param name: string  name of the researcher
// @param limit: int  maximum number of co-authors
// @returns coauthor: string, papers: int, ties: int, strongestTie: string?, strongestTiePapers: int?
// @example name="Mohammad Shoeybi"
MATCH (person:Researcher {name: $name})-[together:COLLABORATED_WITH]-(one)
CALL (person, one) {
  MATCH (one)-[tie:COLLABORATED_WITH]-(two)
  WHERE EXISTS { (two)-[:COLLABORATED_WITH]-(person) }
  WITH two, tie ORDER BY tie.papers DESC, two.ord
  RETURN count(two) AS ties, collect(two.name)[0] AS strongestTie, max(tie.papers) AS strongestTiePapers
}
RETURN one.name AS coauthor, together.papers AS papers, ties, strongestTie, strongestTiePapers
ORDER BY papers DESC, ties DESC, one.ord
LIMIT $limit
