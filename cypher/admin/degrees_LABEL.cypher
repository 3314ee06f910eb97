// Return the mean degree of both ends of relationships of a type, from a sample. An end of many relationships counts many
// times, so this is the number of relationships to expect at a node that was reached over such a relationship.
// @labels AUTHORED, COLLABORATED_WITH, ABOUT, CITES, WRITTEN_AT, AFFILIATED_WITH, APPEARED_IN, EDITED, FUNDED_BY, PART_OF
// @param sample: int  number of relationships
// @returns outgoing: float?, incoming: float?
// @row DegreesRow
// @scan because the limit ends it after the sample
MATCH (start)-[:LABEL]->(end)
WITH start, end
LIMIT $sample
RETURN avg(COUNT { (start)-[:LABEL]->() }) AS outgoing, avg(COUNT { (end)<-[:LABEL]-() }) AS incoming
