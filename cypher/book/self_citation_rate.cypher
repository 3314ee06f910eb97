// How many of the citations of a researcher's papers come from papers of the researcher, and from co-authors' papers?
// @param name: string  name of the researcher
// @returns person: string, citations: int, byResearcher: int, byCoauthors: int
// @example name="Mohammad Shoeybi"
MATCH (person:Researcher {name: $name})-[:AUTHORED]->(paper)<-[:CITES]-(citing)
WITH person, paper, citing, EXISTS { (person)-[:AUTHORED]->(citing) } AS own
RETURN person.id AS person, count(*) AS citations, sum(CASE WHEN own THEN 1 ELSE 0 END) AS byResearcher,
       sum(CASE WHEN NOT own AND EXISTS { (paper)<-[:AUTHORED]-()-[:AUTHORED]->(citing) } THEN 1 ELSE 0 END)
         AS byCoauthors
ORDER BY citations DESC, person
