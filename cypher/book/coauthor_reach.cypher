// How many people can a researcher reach through co-authors, in one, two and three steps?
// @param name: string  name of the researcher
// @returns steps: int, people: int
// @example name="Mohammad Shoeybi"
MATCH (start:Researcher {name: $name})
MATCH path = SHORTEST 1 (start)-[:COLLABORATED_WITH]-{1,3}(other:Researcher)
WHERE other <> start
WITH other, min(length(path)) AS steps
RETURN steps, count(*) AS people
ORDER BY steps
