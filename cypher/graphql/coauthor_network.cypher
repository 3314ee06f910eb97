// Return a researcher with the component and the distances that were found in memory, or by
// graphql/search_coauthor_network.
// @param found: map  ID of the researcher, and the other columns; null for an unknown researcher
// @returns node: node, componentSize: int?, componentRank: int?, distanceHistogram: list<map>, truncated: bool, reason: string?, computedBy: string
WITH $found AS found
MATCH (person:Researcher {id: found.id})
RETURN person AS node, found.componentSize AS componentSize, found.componentRank AS componentRank,
       found.distanceHistogram AS distanceHistogram, found.truncated AS truncated,
       found.reason AS reason, found.computedBy AS computedBy
