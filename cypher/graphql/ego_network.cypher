// Return the ego network of a researcher: co-authors, and the pairs among them that have joint papers. The clustering
// coefficient is the share of all pairs of these co-authors that have joint papers; the effective size (Burt) is the
// number of co-authors minus the mean number of their ties to each other.
// @param id: string  the researcher's ID
// @param first: int  maximum number of co-authors, most joint papers first
// @param minPaperCount: int  minimum number of joint papers, of the researcher and a co-author, and of two co-authors
// @returns coauthors: list<map>, ties: list<map>, known: int, shown: int, tieCount: int, clustering: float?, effectiveSize: float?, truncated: bool
MATCH (person:Researcher {id: $id})
CALL (person) {
  MATCH (person)-[together:COLLABORATED_WITH]-(near)
  WHERE together.papers >= $minPaperCount
  WITH near, together ORDER BY together.papers DESC, near.ord
  WITH collect({node: near, papers: together.papers, firstYear: together.firstYear, lastYear: together.lastYear}) AS found
  RETURN found[..$first] AS shown, size(found) AS known
}
WITH shown, known, [row IN shown | row.node] AS nodes
CALL (nodes) {
  UNWIND nodes AS one
  MATCH (one)-[together:COLLABORATED_WITH]-(two)
  WHERE two IN nodes AND one.ord < two.ord AND together.papers >= $minPaperCount
  WITH one, two, together ORDER BY together.papers DESC, one.ord, two.ord
  RETURN collect({`from`: one, to: two, papers: together.papers, firstYear: together.firstYear, lastYear: together.lastYear}) AS ties
}
CALL (shown, ties) {
  UNWIND shown AS row
  WITH row, size([tie IN ties WHERE tie.`from` = row.node OR tie.to = row.node]) AS degree
  RETURN collect(row {.*, degree: degree}) AS coauthors
}
WITH coauthors, ties, known, size(shown) AS shown, size(ties) AS tieCount
RETURN coauthors, ties, known, shown, tieCount,
       CASE WHEN shown > 1 THEN round(2.0 * tieCount / (shown * (shown - 1)), 4) END AS clustering,
       CASE WHEN shown > 0 THEN round(shown - 2.0 * tieCount / shown, 4) END AS effectiveSize, shown < known AS truncated
