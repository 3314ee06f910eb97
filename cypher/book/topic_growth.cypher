// How does a field grow, year by year?
// @param code: string  the topic's code, such as cs.CL
// @returns year: int, papers: int, authors: int
// @example code=cs.CL
MATCH (topic:Topic {scheme: 'arxiv', code: $code})<-[:ABOUT]-(paper)
WHERE paper.year IS NOT NULL
OPTIONAL MATCH (paper)<-[:AUTHORED]-(person)
RETURN paper.year AS year, count(DISTINCT paper) AS papers, count(DISTINCT person) AS authors
ORDER BY year
