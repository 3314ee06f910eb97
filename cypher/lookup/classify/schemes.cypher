// How many times papers are filed under the topics of each scheme by sources, not by Byline's own classifier.
// @returns scheme: string, filings: int
// @scan because whoever classifies reads every paper
MATCH ()-[about:ABOUT]->(topic:Topic)
WHERE about.source <> 'byline'
RETURN topic.scheme AS scheme, count(about) AS filings
ORDER BY filings DESC, scheme
