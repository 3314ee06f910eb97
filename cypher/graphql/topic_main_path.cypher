// Return the papers of a main path that was computed from graphql/topic_citations. No row for an unknown topic.
// @param found: map?  papers (id, share of the citation from the paper before), and the other columns
// @returns steps: list<map>, paperCount: int, citationCount: int, ignoredCitationCount: int, truncated: bool
WITH $found AS found
WHERE found IS NOT NULL
CALL (found) {
  UNWIND range(0, size(found.papers) - 1) AS place
  MATCH (paper:Paper {id: found.papers[place].id})
  WITH place, paper
  ORDER BY place
  RETURN collect({node: paper, share: found.papers[place].share}) AS steps
}
RETURN steps, found.paperCount AS paperCount, found.citationCount AS citationCount,
       found.ignoredCitationCount AS ignoredCitationCount, found.truncated AS truncated
