// Anything by an id in any form, or by words: the best thousand of the kinds asked. Among equal matches the more prolific
// or cited come first.
// @param typed: string  what was typed, as a Byline id
// @param identifiers: list<list<string>>  every [scheme, value] that it could be
// @param words: string  the same as a Lucene query; empty for none
// @param kinds: list<string>  labels to look among
// @returns node: node, score: float
CALL () {
  MATCH (found:Paper|Researcher|Topic|Institution|Venue {id: $typed})
  RETURN found, 1000.0 AS points
  UNION
  UNWIND $identifiers AS key
  MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(found)
  RETURN DISTINCT found, 1000.0 AS points
  UNION
  WITH $words AS words
  WHERE words <> ''
  CALL db.index.fulltext.queryNodes('entity_text', words) YIELD node, score
  WITH node, score
  WHERE any(label IN labels(node) WHERE label IN $kinds)
  LIMIT 1000
  RETURN node AS found, score * (1.0 + 0.1 * log(1.0 + coalesce(node.citationCount, node.paperCount, 0))) AS points
}
WITH found, max(points) AS score
WHERE any(label IN labels(found) WHERE label IN $kinds)
RETURN found AS node, score
