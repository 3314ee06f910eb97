// Return papers in the order of their IDs: their text, and the hash of the text and model of their vector.
// @param after: string     the ID after which the page begins
// @param limit: int        maximum number of papers
// @returns id: string, title: string?, abstract: string?, hash: string?
MATCH (paper:Paper)
WHERE paper.id > $after
WITH paper
ORDER BY paper.id
LIMIT $limit
OPTIONAL MATCH (paper)-[:HAS_EMBEDDING]->(embedding)
RETURN paper.id AS id, paper.title AS title, paper.abstract AS abstract, embedding.hash AS hash
ORDER BY id
