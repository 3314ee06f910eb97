// Which retracted papers are still cited? Citations by papers of later years than the retraction.
// @param limit: int  maximum number of papers
// @returns title: string, year: int?, retracted: string?, citations: int, citationsAfterwards: int
// @scan because retracted papers have no index
// @example
MATCH (paper:Paper)
WHERE paper.retracted
WITH paper, [i IN range(0, size(coalesce(paper.dateValues, [])) - 1) WHERE paper.dateKinds[i] = 'retracted' |
             paper.dateValues[i]][0] AS retracted
WITH paper, retracted,
     COUNT { (paper)<-[:CITES]-(citing) WHERE citing.year > toInteger(left(retracted, 4)) } AS afterwards
ORDER BY afterwards DESC, paper.ord
LIMIT $limit
RETURN paper.title AS title, paper.year AS year, retracted, paper.citationCount AS citations,
       afterwards AS citationsAfterwards
