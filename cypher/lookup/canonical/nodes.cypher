// Every node that sources speak of, for an export that two loads can be compared by.
// @returns node: string, labels: list<string>, values: map
// @scan because it exports the whole graph
MATCH (n)
WHERE NOT n:Load|Migration|ChangeFeedCounter|Tombstone|FormerIdentifier|Lease AND NOT (n:Identifier AND n.scheme = 'byline')
RETURN elementId(n) AS node, labels(n) AS labels, n {.*} AS values
