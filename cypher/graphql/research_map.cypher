// Return the entities of a map that graphql/search_map found. No row if a center is unknown. An entity that was removed
// since is left out.
// @param found: map?  nodes (IDs, the centers first), centers (their number), ranked (nodeIndex among the nodes,
//   depth, relevance, x, y), and the other columns
// @returns centers: list<node>, nodes: list<node>, ranked: list<map>, edges: list<map>, edgeCount: int, kinds: list<map>, truncated: bool
WITH $found AS found
WHERE found IS NOT NULL
CALL (found) {
  UNWIND range(0, size(found.nodes) - 1) AS nodeIndex
  WITH nodeIndex, found.nodes[nodeIndex] AS id
  OPTIONAL MATCH (node:Paper|Researcher|Topic|Institution|Venue|Volume {id: id})
  WITH nodeIndex, node
  ORDER BY nodeIndex
  RETURN collect({node: node}) AS rows
}
RETURN [row IN rows[..found.centers] WHERE row.node IS NOT NULL | row.node] AS centers,
       [row IN rows WHERE row.node IS NOT NULL | row.node] AS nodes,
       [row IN found.ranked WHERE rows[row.nodeIndex].node IS NOT NULL | row {.*, node: rows[row.nodeIndex].node}] AS ranked,
       found.edges AS edges, found.edgeCount AS edgeCount, found.kinds AS kinds, found.truncated AS truncated
