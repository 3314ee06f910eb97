// Whose papers cite the same works as a researcher's? Shared references, and whether the two have written together.
// @param name: string  name of the researcher
// @param limit: int  maximum number of researchers
// @returns name: string, sharedReferences: int, coauthor: bool, examples: list<string>
// @example name="Mohammad Shoeybi"
MATCH (researcher:Researcher {name: $name})-[:AUTHORED]->()-[:CITES]->(reference)
WITH DISTINCT researcher, reference
MATCH (reference)<-[:CITES]-()<-[:AUTHORED]-(other)
WHERE other <> researcher
WITH DISTINCT researcher, other, reference
ORDER BY reference.ord
WITH researcher, other, count(*) AS sharedReferences, collect(reference.title)[..2] AS examples
ORDER BY sharedReferences DESC, other.ord
LIMIT $limit
RETURN other.name AS name, sharedReferences, EXISTS { (researcher)-[:COLLABORATED_WITH]-(other) } AS coauthor, examples
