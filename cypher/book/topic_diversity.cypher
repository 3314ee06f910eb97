// How interdisciplinary is a researcher? Effective number of topics: the exponential of the Shannon entropy of the
// topics of the papers. A paper with several topics counts in equal parts.
// @param name: string  name of the researcher
// @returns person: string, papers: int, topics: int, effectiveTopics: float
// @example name="Mohammad Shoeybi"
MATCH (person:Researcher {name: $name})-[:AUTHORED]->(paper)
WHERE EXISTS { (paper)-[:ABOUT]->() }
WITH person, paper, COUNT { (paper)-[:ABOUT]->() } AS topics
MATCH (paper)-[:ABOUT]->(topic)
WITH person, topic, sum(1.0 / topics) AS weight
WITH person, collect(weight) AS weights
WITH person, weights, reduce(total = 0.0, weight IN weights | total + weight) AS papers
RETURN person.id AS person, toInteger(round(papers)) AS papers, size(weights) AS topics,
       round(exp(-reduce(sum = 0.0, weight IN weights | sum + weight / papers * log(weight / papers))), 2)
         AS effectiveTopics
ORDER BY papers DESC, person
