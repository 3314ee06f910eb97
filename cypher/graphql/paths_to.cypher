// Return the shortest paths of co-authors from a researcher to another: most joint papers first, then by sort keys. If
// there are more than 1,000 shortest paths, 1,000 of them are compared.
// @param id: string  ID of the researcher at the start
// @param to: list<string>  [scheme, value] of the researcher at the end; the scheme of Byline IDs is `byline`
// @param first: int  maximum number of paths
// @param maxLength: int  maximum number of steps, 1 to 10
// @returns paths: list<map>, degreesOfSeparation: int?, searched: map, truncated: bool, reason: string?, computedBy: string, fromSide: map, toSide: map
MATCH (start:Researcher {id: $id})
WITH start, $to AS key
CALL (key) {
  OPTIONAL MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(other:Researcher)
  OPTIONAL MATCH (own:Researcher {id: key[1]})
  RETURN coalesce(own, other) AS end LIMIT 1
}
CALL (start, end) {
  WITH start, end WHERE start <> end
  MATCH path = SHORTEST 1 GROUPS (start)-[:COLLABORATED_WITH]-{1,10}(end)
  WHERE length(path) <= $maxLength
  WITH path LIMIT 1001
  WITH collect(path) AS found
  CALL (found) {
    UNWIND found[..1000] AS path
    WITH path, reduce(papers = 0, step IN relationships(path) | papers + step.papers) AS papers
    ORDER BY papers DESC, [person IN nodes(path) | person.ord]
    LIMIT $first
    RETURN collect(path) AS best
  }
  RETURN best, length(found[0]) AS steps, size(found) > 1000 AS truncated
}
CALL (best) {
  UNWIND best AS path
  WITH path, nodes(path) AS people, relationships(path) AS steps
  RETURN collect({length: size(steps), people: people, hops: [place IN range(0, size(steps) - 1) | {
    `from`: people[place], to: people[place + 1], fromId: people[place].id, toId: people[place + 1].id,
    papers: steps[place].papers, firstYear: steps[place].firstYear, lastYear: steps[place].lastYear,
    since: null, until: null, topics: [], venues: [], excludePapers: []}]}) AS paths
}
RETURN paths, CASE WHEN start = end THEN 0 ELSE steps END AS degreesOfSeparation,
       {fromCount: null, toCount: null} AS searched, truncated,
       CASE
         WHEN end IS NULL THEN 'No researcher has the ID ' + replace($to[0] + ':' + $to[1], 'byline:', '') + '.'
         WHEN start = end THEN 'A researcher is on both sides.'
         WHEN truncated THEN 'There are more than 1,000 shortest paths. Byline compared 1,000 of them.'
         WHEN steps IS NULL THEN 'There is no path of at most ' + $maxLength + CASE $maxLength WHEN 1 THEN ' step.' ELSE ' steps.' END
       END AS reason, 'NEO4J' AS computedBy, {count: 1, total: 1, truncated: false} AS fromSide,
       {count: CASE WHEN end IS NULL THEN 0 ELSE 1 END, total: CASE WHEN end IS NULL THEN 0 ELSE 1 END, truncated: false} AS toSide
