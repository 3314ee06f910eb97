// Which topics grow fastest? Papers from a year on, compared with the same number of years before.
// @param since: int  first year of the later period
// @param years: int  number of years of each period
// @param limit: int  maximum number of topics
// @returns code: string, topic: string, earlier: int, later: int, growth: float
// @scan because every topic is compared
// @example since=2021 years=2
MATCH (topic:Topic)<-[:ABOUT]-(paper)
WHERE paper.year >= $since - $years AND paper.year < $since + $years
WITH topic, sum(CASE WHEN paper.year < $since THEN 1 ELSE 0 END) AS earlier,
     sum(CASE WHEN paper.year >= $since THEN 1 ELSE 0 END) AS later
WITH topic, earlier, later, (later + 1.0) / (earlier + 1.0) AS growth
ORDER BY growth DESC, later DESC, topic.ord
LIMIT $limit
RETURN topic.code AS code, topic.name AS topic, earlier, later, round(growth, 2) AS growth
