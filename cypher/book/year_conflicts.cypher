// Where do sources disagree about the year of a paper?
// @param limit: int  maximum number of papers
// @returns title: string, shown: string, dates: list<string>
// @scan because every paper's dates are compared
// @example
MATCH (paper:Paper)
WITH paper, [i IN range(0, size(coalesce(paper.dateValues, [])) - 1) WHERE paper.dateKinds[i] = 'published' |
             paper.dateValues[i] + ' (' + paper.dateSources[i] + ')'] AS dates
WHERE COUNT { UNWIND dates AS date RETURN DISTINCT left(date, 4) } > 1
RETURN paper.title AS title, paper.publishedOn AS shown, dates
ORDER BY title
LIMIT $limit
