// Return the best paths of co-authors between two sets of researchers: the shortest, and those of up to two steps more.
// No inner person is in one of the sets. With conditions on papers, Neo4j lists all paths, which is slow; a server reads
// the pairs with graphql/coauthors_by_papers instead.
// @param from: list<list<string>>  [scheme, value] of each start; the scheme of Byline IDs is `byline`
// @param to: list<list<string>>  [scheme, value] of each end
// @param first: int  maximum number of paths
// @param maxLength: int  maximum number of steps, 1 to 10
// @param rankBy: string  LENGTH, STRENGTH, RECENCY, RELIABILITY or BOTTLENECK
// @param year: int  the current year
// @param minSharedPapers: int  minimum number of joint papers per step
// @param since: int?  first year of a joint paper of each step
// @param until: int?  last year of a joint paper of each step
// @param topics: list<string>  IDs of topics of such a paper; empty for any
// @param venues: list<string>  IDs of venues of such a paper; empty for any
// @param excludePeople: list<string>  IDs of researchers on no path
// @param excludePapers: list<string>  IDs of papers to ignore
// @returns starts: int, ends: int, overlap: bool, degreesOfSeparation: int?, paths: list<list<string>>
CALL () {
  UNWIND $from AS key
  CALL (key) {
    MATCH (start:Researcher {id: key[1]}) RETURN start
    UNION
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(start:Researcher) RETURN start
  }
  WITH DISTINCT start WHERE NOT start.id IN $excludePeople
  RETURN collect(start) AS starts
}
CALL () {
  UNWIND $to AS key
  CALL (key) {
    MATCH (end:Researcher {id: key[1]}) RETURN end
    UNION
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(end:Researcher) RETURN end
  }
  WITH DISTINCT end WHERE NOT end.id IN $excludePeople
  RETURN collect(end) AS ends
}
WITH starts, ends, any(start IN starts WHERE start IN ends) AS overlap,
     [person IN starts + ends | person.id] + $excludePeople AS outer,
     size($topics) + size($venues) + size($excludePapers) > 0 OR ($since IS NOT NULL AND $until IS NOT NULL) AS byPaper
CALL (starts, ends, overlap, outer, byPaper) { // the shortest paths
  UNWIND CASE WHEN overlap THEN [] ELSE starts END AS start
  UNWIND ends AS end
  MATCH path = SHORTEST 1 GROUPS (start)
    ((one:Researcher)-[step:COLLABORATED_WITH
        WHERE step.papers >= $minSharedPapers AND ($since IS NULL OR step.lastYear >= $since)
          AND ($until IS NULL OR step.firstYear <= $until)]-(other:Researcher
        WHERE (other = end OR NOT other.id IN outer) AND (NOT byPaper OR EXISTS {
          MATCH (one)-[:AUTHORED]->(paper:Paper)<-[:AUTHORED]-(other)
          WHERE paper.authorCount <= 100 AND ($since IS NULL OR paper.year >= $since)
            AND ($until IS NULL OR paper.year <= $until) AND NOT paper.id IN $excludePapers
            AND (size($topics) = 0 OR EXISTS { (paper)-[:ABOUT]->(topic:Topic WHERE topic.id IN $topics) })
            AND (size($venues) = 0 OR EXISTS {
              (paper)-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(venue:Venue WHERE venue.id IN $venues) })
        }))){1,10}
    (end)
  WITH path, length(path) AS length WHERE length <= $maxLength
  WITH path, length, reduce(papers = 0, step IN relationships(path) | papers + step.papers) AS papers
  ORDER BY length, papers DESC, [person IN nodes(path) | person.ord]
  LIMIT $first
  WITH collect(path) AS found // the shortest of each pair of ends
  RETURN [path IN found WHERE length(path) = length(found[0])] AS shortest
}
CALL (starts, ends, outer, byPaper, shortest) { // and longer ones, if they are needed
  UNWIND CASE WHEN size(shortest) < $first OR $rankBy <> 'LENGTH' THEN shortest[..1] ELSE [] END AS best
  UNWIND starts AS start
  UNWIND ends AS end
  MATCH path = SHORTEST 3 GROUPS (start)
    ((one:Researcher)-[step:COLLABORATED_WITH
        WHERE step.papers >= $minSharedPapers AND ($since IS NULL OR step.lastYear >= $since)
          AND ($until IS NULL OR step.firstYear <= $until)]-(other:Researcher
        WHERE (other = end OR NOT other.id IN outer) AND (NOT byPaper OR EXISTS {
          MATCH (one)-[:AUTHORED]->(paper:Paper)<-[:AUTHORED]-(other)
          WHERE paper.authorCount <= 100 AND ($since IS NULL OR paper.year >= $since)
            AND ($until IS NULL OR paper.year <= $until) AND NOT paper.id IN $excludePapers
            AND (size($topics) = 0 OR EXISTS { (paper)-[:ABOUT]->(topic:Topic WHERE topic.id IN $topics) })
            AND (size($venues) = 0 OR EXISTS {
              (paper)-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(venue:Venue WHERE venue.id IN $venues) })
        }))){1,10}
    (end)
  WITH path, best WHERE length(path) <= length(best) + 2 AND length(path) <= $maxLength
  WITH path, CASE $rankBy
    WHEN 'STRENGTH' THEN reduce(cost = 0, step IN relationships(path) | cost + 1000000 / step.papers)
    WHEN 'RELIABILITY' THEN reduce(cost = 0, step IN relationships(path) |
      cost + toInteger(round(-1000000 * log(1 - 0.5 ^ step.papers))))
    WHEN 'BOTTLENECK' THEN reduce(cost = -1000000, step IN relationships(path) |
      CASE WHEN -step.papers > cost THEN -step.papers ELSE cost END)
    WHEN 'RECENCY' THEN reduce(cost = 0, step IN relationships(path) |
      cost + 1 + CASE WHEN step.lastYear >= $year THEN 0 WHEN step.lastYear > $year - 99 THEN $year - step.lastYear ELSE 99 END)
    ELSE reduce(papers = 0, step IN relationships(path) | papers - step.papers)
  END AS cost
  ORDER BY CASE $rankBy WHEN 'LENGTH' THEN length(path) ELSE cost END,
           CASE $rankBy WHEN 'LENGTH' THEN cost ELSE length(path) END, [person IN nodes(path) | person.ord]
  LIMIT $first
  RETURN collect(path) AS ranked
}
RETURN size(starts) AS starts, size(ends) AS ends, overlap, length(shortest[0]) AS degreesOfSeparation,
       [path IN CASE WHEN size(ranked) > 0 THEN ranked ELSE shortest END | [person IN nodes(path) | person.id]] AS paths
