// How fast do the papers of each venue age? Cited half-life: median age of the citations of its papers.
// @param citations: int  minimum number of citations of the venue
// @param limit: int  maximum number of venues
// @returns venue: string, citations: int, halfLife: float, over10Years: float
// @scan because every venue is compared
// @example citations=3
MATCH (venue:Venue)<-[:PART_OF]-()<-[:APPEARED_IN]-(paper)<-[:CITES]-(citing)
WHERE paper.year <= citing.year
WITH venue, citing.year - paper.year AS age
WITH venue, count(*) AS citations, toFloat(percentileCont(age, 0.5)) AS halfLife,
     avg(CASE WHEN age > 10 THEN 1.0 ELSE 0.0 END) AS over10Years
WHERE citations >= $citations
RETURN venue.name AS venue, citations, halfLife, round(over10Years, 3) AS over10Years
ORDER BY halfLife DESC, citations DESC, venue
LIMIT $limit
