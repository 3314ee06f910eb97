// Do papers cite older work than before? Median age of the references by year of the citing paper.
// @returns year: int, references: int, medianAge: float
// @scan because every citation is compared
// @example
MATCH (citing)-[:CITES]->(cited)
WHERE cited.year <= citing.year
RETURN citing.year AS year, count(*) AS references, toFloat(percentileCont(citing.year - cited.year, 0.5)) AS medianAge
ORDER BY year
