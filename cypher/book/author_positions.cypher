// Is a researcher the first, a middle, the last or the only author, year by year?
// @param name: string  name of the researcher
// @returns person: string, year: int, papers: int, first: int, middle: int, last: int, only: int
// @example name="Mohammad Shoeybi"
MATCH (person:Researcher {name: $name})-[by:AUTHORED]->(paper)
WHERE paper.year IS NOT NULL AND paper.authorsComplete
WITH person, paper.year AS year, CASE
  WHEN paper.authorCount = 1 THEN 'only'
  WHEN by.position = 1 THEN 'first'
  WHEN by.position = paper.authorCount THEN 'last'
  ELSE 'middle'
END AS place
RETURN person.id AS person, year, count(*) AS papers, sum(CASE place WHEN 'first' THEN 1 ELSE 0 END) AS first,
       sum(CASE place WHEN 'middle' THEN 1 ELSE 0 END) AS middle, sum(CASE place WHEN 'last' THEN 1 ELSE 0 END) AS last,
       sum(CASE place WHEN 'only' THEN 1 ELSE 0 END) AS only
ORDER BY person, year
