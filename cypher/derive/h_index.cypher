// Recompute the h-index and the i10-index of stale researchers, from citations within this graph.
// Two transactions at a time write different researchers, so neither waits for the other.
// @scan because only stale nodes have the label Stale
MATCH (person:Researcher:Stale)
CALL (person) {
  OPTIONAL MATCH (person)-[:AUTHORED]->(paper)
  WITH person, coalesce(paper.citationCount, 0) AS citations
  ORDER BY citations DESC
  WITH person, collect(citations) AS cited
  SET person.hIndex = size([place IN range(0, size(cited) - 1) WHERE cited[place] > place]),
      person.i10Index = size([citations IN cited WHERE citations >= 10])
} IN 2 CONCURRENT TRANSACTIONS OF 1000 ROWS
