// How many papers of each year link to code or data sets? Only links that a source states count.
// @returns year: int, papers: int, withCode: int, withDataset: int, shareWithCode: float
// @scan because every paper is counted
// @example
MATCH (paper:Paper)
WHERE paper.year IS NOT NULL
WITH paper.year AS year, count(*) AS papers,
     sum(CASE WHEN EXISTS { (paper)-[:HAS_CODE]->() } THEN 1 ELSE 0 END) AS withCode,
     sum(CASE WHEN EXISTS { (paper)-[:HAS_DATASET]->() } THEN 1 ELSE 0 END) AS withDataset
RETURN year, papers, withCode, withDataset, round(toFloat(withCode) / papers, 3) AS shareWithCode
ORDER BY year
