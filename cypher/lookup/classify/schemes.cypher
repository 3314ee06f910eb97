// Return the number of topics that sources assign to papers, by scheme, without assignments by Byline's classifier.
// @returns scheme: string, assignments: int
// @scan because the classifier reads every paper
MATCH ()-[about:ABOUT]->(topic:Topic)
WHERE about.source <> 'byline'
RETURN topic.scheme AS scheme, count(about) AS assignments
ORDER BY assignments DESC, scheme
