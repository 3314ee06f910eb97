// Through which chains of co-authors can the work of one researcher have reached another? Paths on which no step is older
// than the step before, among the paths of at most two steps more than the shortest. `years` has the earliest possible year
// of each step.
// @param from: string  name of the first researcher
// @param to: string  name of the second researcher
// @param limit: int  maximum number of paths
// @returns people: list<string>, years: list<int>
// @example from="Alan W Black" to="Mohammad Shoeybi"
MATCH (start:Researcher {name: $from})
WITH start
CALL (start) {
  MATCH (end:Researcher {name: $to})
  WITH start, end WHERE start <> end
  MATCH path = SHORTEST 3 GROUPS (start)-[:COLLABORATED_WITH]-{1,10}(end)
  RETURN path LIMIT 1000
}
WITH path
ORDER BY length(path)
WITH collect(path) AS found
UNWIND [path IN found WHERE length(path) <= length(found[0]) + 2] AS path
WITH nodes(path) AS people
WHERE all(person IN people WHERE single(same IN people WHERE same = person))
CALL (people) {
  UNWIND range(0, size(people) - 2) AS place
  WITH place, people[place] AS one, people[place + 1] AS other
  MATCH (one)-[:AUTHORED]->(paper)<-[:AUTHORED]-(other)
  WHERE paper.year IS NOT NULL AND paper.authorCount <= 100
  WITH place, collect(DISTINCT paper.year) AS years
  ORDER BY place
  RETURN collect(years) AS options
}
WITH people, options
WHERE size(options) = size(people) - 1
WITH people, reduce(years = [0], option IN options | years + reduce(next = 9999, year IN option |
  CASE WHEN year >= years[-1] AND year < next THEN year ELSE next END))[1..] AS years
WHERE NOT 9999 IN years
RETURN [person IN people | person.name] AS people, years
ORDER BY size(people), years, people
LIMIT $limit
