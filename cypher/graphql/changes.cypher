// Return the page of the change feed that graphql/search_changes found. No row if it found none.
// @param found: map?  edges and pageInfo
// @returns edges: list<map>, pageInfo: map
WITH $found AS found
WHERE found IS NOT NULL
RETURN found.edges AS edges, found.pageInfo AS pageInfo
