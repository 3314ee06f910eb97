// Who can introduce one researcher to another in two steps? Co-authors of the first who worked with a co-author of the
// second. common_coauthors lists the co-authors of both.
// @param from: string  name of the first researcher
// @param to: string  name of the second researcher
// @param limit: int  maximum number of chains
// @returns first: string, second: string, jointPapers: list<int>
// @example from="Mohammad Shoeybi" to="Quoc Le"
MATCH (start:Researcher {name: $from})
WITH start
CALL (start) {
  MATCH (end:Researcher {name: $to})
  WHERE end <> start
  MATCH (start)-[one:COLLABORATED_WITH]-(person)-[middle:COLLABORATED_WITH]-(other)-[last:COLLABORATED_WITH]-(end)
  WHERE NOT EXISTS { (person)-[:COLLABORATED_WITH]-(end) } AND NOT EXISTS { (other)-[:COLLABORATED_WITH]-(start) }
  RETURN person, other, [one.papers, middle.papers, last.papers] AS jointPapers
}
WITH person, other, jointPapers,
     reduce(least = jointPapers[0], number IN jointPapers | CASE WHEN number < least THEN number ELSE least END) AS weakest
ORDER BY weakest DESC, reduce(papers = 0, number IN jointPapers | papers + number) DESC, person.ord, other.ord
LIMIT $limit
RETURN person.name AS first, other.name AS second, jointPapers
