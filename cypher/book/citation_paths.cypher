// How does one paper build on another? Shortest paths of citations from the citing paper to the earlier paper.
// @param from: string  external ID of the citing paper with its scheme, such as arxiv:2205.05198
// @param to: string  external ID of the earlier paper with its scheme
// @param limit: int  maximum number of paths
// @returns titles: list<string>, years: list<int?>
// @example from=arxiv:2205.05198 to=acl:D14-1162
MATCH (:Identifier {scheme: split($from, ':')[0], value: substring($from, size(split($from, ':')[0]) + 1)})
      -[:IDENTIFIES]->(start:Paper)
MATCH (:Identifier {scheme: split($to, ':')[0], value: substring($to, size(split($to, ':')[0]) + 1)})
      -[:IDENTIFIES]->(end:Paper)
WITH start, end WHERE start <> end
CALL (start, end) {
  MATCH path = SHORTEST 1 GROUPS (start)-[:CITES]->{1,10}(end)
  RETURN path LIMIT 1000
}
WITH [paper IN nodes(path) | paper.title] AS titles, [paper IN nodes(path) | paper.year] AS years,
     [paper IN nodes(path) | paper.ord] AS keys
ORDER BY keys
LIMIT $limit
RETURN titles, years
