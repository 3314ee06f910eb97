// Return the number of stale nodes, their labels, and whether any of them is an entity without records.
// @returns stale: int, labels: list<string>, unused: bool
// @scan because only stale nodes have the label Stale
MATCH (node:Stale|StaleCollaborations)
WITH labels(node) AS labels, count(*) AS nodes,
     max(CASE WHEN node:Paper|Researcher|Institution|Funder|Venue|Volume|Topic
              AND NOT EXISTS { (node)<-[:DESCRIBES|MENTIONS]-() }
              AND NOT (node:Topic AND EXISTS { (node)<-[:ABOUT|PART_OF]-() }) THEN 1 ELSE 0 END) AS unused
UNWIND labels AS label
WITH collect(DISTINCT label) AS labels, max(unused) AS unused
RETURN COUNT { MATCH (node:Stale|StaleCollaborations) RETURN node } AS stale, labels, coalesce(unused, 0) = 1 AS unused
