// How are two researchers connected? The shortest paths of co-authors, most joint papers first.
// @param from: string  name of the first researcher
// @param to: string  name of the second researcher
// @param limit: int  maximum number of paths
// @returns people: list<string>, jointPapers: list<int>
// @example from="Mohammad Shoeybi" to="Alan W Black"
MATCH (start:Researcher {name: $from})
WITH start
CALL (start) {
  MATCH (end:Researcher {name: $to})
  WITH start, end WHERE start <> end
  MATCH path = SHORTEST 1 GROUPS (start)-[:COLLABORATED_WITH]-{1,10}(end)
  RETURN path LIMIT 1000
}
WITH [person IN nodes(path) | person.name] AS people, [step IN relationships(path) | step.papers] AS jointPapers
RETURN people, jointPapers
ORDER BY size(people), reduce(papers = 0, number IN jointPapers | papers + number) DESC, people
LIMIT $limit
