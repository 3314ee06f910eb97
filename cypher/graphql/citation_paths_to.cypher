// Return the shortest paths of citations from a paper to an earlier one, each paper citing the next: the papers with most
// citations first, then by sort keys. If there are more than 1,000 shortest paths, 1,000 of them are compared.
// @param id: string  ID of the paper at the start
// @param to: list<string>  [scheme, value] of the earlier paper; the scheme of Byline IDs is `byline`
// @param first: int  maximum number of paths
// @param maxLength: int  maximum number of citations, 1 to 10
// @returns paths: list<map>, distance: int?, truncated: bool, reason: string?
MATCH (start:Paper {id: $id})
WITH start, $to AS key
CALL (key) {
  OPTIONAL MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(other:Paper)
  OPTIONAL MATCH (own:Paper {id: key[1]})
  RETURN coalesce(own, other) AS end LIMIT 1
}
CALL (start, end) {
  WITH start, end WHERE start <> end
  MATCH path = SHORTEST 1 GROUPS (start)-[:CITES]->{1,10}(end)
  WHERE length(path) <= $maxLength
  WITH path LIMIT 1001
  WITH collect(path) AS found
  CALL (found) {
    UNWIND found[..1000] AS path
    WITH path, reduce(citations = 0, paper IN nodes(path) | citations + coalesce(paper.citationCount, 0)) AS citations
    ORDER BY citations DESC, [paper IN nodes(path) | paper.ord]
    LIMIT $first
    RETURN collect({length: length(path), papers: nodes(path)}) AS best
  }
  RETURN best, length(found[0]) AS steps, size(found) > 1000 AS truncated
}
RETURN best AS paths, CASE WHEN start = end THEN 0 ELSE steps END AS distance, coalesce(truncated, false) AS truncated,
       CASE
         WHEN end IS NULL THEN 'No paper has the ID ' + replace($to[0] + ':' + $to[1], 'byline:', '') + '.'
         WHEN start = end THEN 'Both IDs are of the same paper.'
         WHEN truncated THEN 'There are more than 1,000 shortest paths. Byline compared 1,000 of them.'
         WHEN steps IS NULL AND $maxLength = 1 THEN 'The paper does not cite the other.'
         WHEN steps IS NULL THEN 'The paper does not cite the other, directly or through at most ' + ($maxLength - 1) + ' others.'
       END AS reason
