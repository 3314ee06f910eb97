// Return the researchers of each name that several have, the names with the most papers first.
// @param papers: int?      only names with fewer papers, or as many and a greater name; null: all
// @param after: string     the name of that position
// @param limit: int        maximum number of names
// @param people: int       maximum number of researchers of a name, those with the most papers
// @returns papers: int, key: string, candidates: list<map>
// @scan because only curators run it, and names with several researchers are known only after all names are read
MATCH (person:Researcher)
WHERE person.optedOut IS NULL
WITH left(person.ord, size(person.ord) - size(person.id) - 1) AS key, person.paperCount AS papers, person
WITH key, sum(papers) AS papers, collect(person) AS namesakes
WHERE size(namesakes) > 1 AND ($papers IS NULL OR papers < $papers OR (papers = $papers AND key > $after))
WITH papers, key, namesakes ORDER BY papers DESC, key LIMIT $limit
CALL (namesakes) {
  UNWIND namesakes AS person
  WITH person ORDER BY person.paperCount DESC, person.id LIMIT $people
  RETURN collect(person {.id, .name}) AS candidates
}
RETURN papers, key, candidates
ORDER BY papers DESC, key
