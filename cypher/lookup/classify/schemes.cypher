// Return how many topics of each scheme sources assign to papers, without those of Byline's own classifier.
// @returns scheme: string, filings: int
// @scan because the classifier reads every paper
MATCH ()-[about:ABOUT]->(topic:Topic)
WHERE about.source <> 'byline'
RETURN topic.scheme AS scheme, count(about) AS filings
ORDER BY filings DESC, scheme
