// How did one author sign over time: under which names, at which place in the author list, with how many others?
// @param name: string  the author's name as Byline shows it
// @returns person: string, year: int, title: string, signed: string, position: int, authors: int
// @example name="Mohammad Shoeybi"
MATCH (person:Researcher {name: $name})-[by:AUTHORED]->(paper)
RETURN person.id AS person, paper.year AS year, paper.title AS title, by.nameAsWritten AS signed, by.position AS position,
       paper.authorCount AS authors
ORDER BY person, year, title
