// Do the co-authors of a researcher also write with each other? Local clustering coefficient: 1 if all do, 0 if none; a
// low value marks a broker between groups.
// @param name: string  name of the researcher
// @returns person: string, coauthors: int, connectedPairs: int, coefficient: float?
// @example name="Mohammad Shoeybi"
MATCH (person:Researcher {name: $name})
WITH person, COUNT { (person)-[:COLLABORATED_WITH]-() } AS coauthors,
     COUNT { (person)-[:COLLABORATED_WITH]-()-[:COLLABORATED_WITH]->()-[:COLLABORATED_WITH]-(person) } AS connectedPairs
RETURN person.id AS person, coauthors, connectedPairs,
       CASE WHEN coauthors > 1 THEN round(2.0 * connectedPairs / (coauthors * (coauthors - 1)), 3) END AS coefficient
ORDER BY coauthors DESC, person
