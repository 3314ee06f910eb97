// With whom could a researcher write next? Co-authors of co-authors who have not written with the researcher, by the
// number of shared co-authors.
// @param name: string  name of the researcher
// @param limit: int  maximum number of people
// @returns candidate: string, sharedCollaborators: int, examples: list<string>
// @example name="Mohammad Shoeybi"
MATCH (start:Researcher {name: $name})-[:COLLABORATED_WITH]-(between)-[:COLLABORATED_WITH]-(other)
WHERE other <> start AND NOT EXISTS { (other)-[:COLLABORATED_WITH]-(start) }
WITH other, between ORDER BY between.name
WITH other, count(DISTINCT between) AS sharedCollaborators, collect(DISTINCT between.name)[..3] AS examples
ORDER BY sharedCollaborators DESC, other.ord
LIMIT $limit
RETURN other.name AS candidate, sharedCollaborators, examples
