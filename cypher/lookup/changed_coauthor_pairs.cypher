// Return the researchers whose collaborations or names changed after a change number, and all their co-authors: IDs,
// joint papers, first and last year.
// @param number: int    change number
// @returns id: string, sortKey: string, coauthorIds: list<string>, papers: list<int>, firstYears: list<int>, lastYears: list<int>
CALL () {
  MATCH (person:Researcher)
  WHERE person.collaborationsChangedIn > $number
  RETURN person
  UNION
  MATCH (person:Researcher)
  WHERE person.changedIn > $number AND person.id IS NOT NULL
  RETURN person
}
CALL (person) {
  MATCH (person)-[pair:COLLABORATED_WITH]-(other)
  RETURN collect(other.id) AS others, collect(pair.papers) AS papers, collect(coalesce(pair.firstYear, -1)) AS firstYears,
         collect(coalesce(pair.lastYear, -1)) AS lastYears
}
RETURN person.id AS id, person.ord AS sortKey, others AS coauthorIds, papers, firstYears, lastYears
