// Return the co-authors of some researchers, under conditions on the number and the years of the joint papers of a pair.
// @param ids: list<string>  IDs of the researchers
// @param minSharedPapers: int  minimum number of joint papers
// @param since: int?  first year of the latest joint paper
// @param until: int?  last year of the earliest joint paper
// @param excludePeople: list<string>  IDs of researchers to leave out
// @returns id: string, others: list<string>, ords: list<string>, papers: list<int>, lastYears: list<int>, years: list<list<int>>
UNWIND $ids AS id
MATCH (one:Researcher {id: id})-[step:COLLABORATED_WITH]-(other)
WHERE step.papers >= $minSharedPapers AND ($since IS NULL OR step.lastYear >= $since)
  AND ($until IS NULL OR step.firstYear <= $until) AND NOT other.id IN $excludePeople
RETURN one.id AS id, collect(other.id) AS others, collect(other.ord) AS ords, collect(step.papers) AS papers,
       collect(coalesce(step.lastYear, -1)) AS lastYears, collect([]) AS years
