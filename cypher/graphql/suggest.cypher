// Return suggestions for a search box: the entity with this ID, then entities with a word that begins with each word of the
// text; if there are none, entities with similar words. Entities whose name begins with the text come first, then by citations
// of papers and number of papers of other entities. For a text of up to three characters, the index returns any matches, so
// the 500 most cited papers and most prolific people are compared, too. Researchers who opted out are omitted.
// @param typed: string  the text
// @param identifiers: list<list<string>>  every [scheme, value] that the text could be
// @param words: string  Lucene query: every word, whole or as a prefix; empty without words
// @param similar: string  Lucene query: every word, or a similar word; empty without words
// @param similarNames: string  the same for names of people, whose given names may be initials
// @param folded: string  the text without accents and case
// @param folds: list<list<string>>  [character, replacement] pairs that fold a name in the same way
// @param kinds: list<string>  labels of the entities
// @param first: int  maximum number of suggestions
// @returns text: string, kind: string, node: node
CALL () {
  UNWIND $kinds AS kind
  CALL (kind) {
    WITH kind
    WHERE $words <> ''
    CALL db.index.fulltext.queryNodes(toLower(kind) + '_text', $words, {limit: 100}) YIELD node, score
    RETURN node, score
  }
  RETURN collect({node: node, score: score}) AS matches
}
CALL (matches) {
  UNWIND matches AS match
  RETURN match.node AS node, match.score AS score
  UNION
  WITH matches
  WHERE size(matches) = 0
  UNWIND $kinds AS kind
  CALL (kind) {
    WITH kind, CASE kind WHEN 'Researcher' THEN $similarNames ELSE $similar END AS similar
    WHERE similar <> ''
    CALL db.index.fulltext.queryNodes(toLower(kind) + '_text', similar, {limit: 100}) YIELD node, score
    RETURN node, score
  }
  RETURN node, score
  UNION
  MATCH (node:Paper|Researcher|Topic|Institution|Venue|Volume|Funder {id: $typed})
  WHERE any(label IN labels(node) WHERE label IN $kinds)
  RETURN node, 1000000.0 AS score
  UNION
  UNWIND $identifiers AS key
  MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(node)
  WHERE any(label IN labels(node) WHERE label IN $kinds)
  RETURN node, 1000000.0 AS score
  UNION
  WITH $folded AS folded
  WHERE 0 < size(folded) <= 3 AND 'Researcher' IN $kinds
  MATCH (node:Researcher)
  WHERE node.paperCount IS NOT NULL AND node.id IS NOT NULL
  WITH node, folded ORDER BY node.paperCount DESC, node.id DESC LIMIT 500
  WHERE any(word IN split(toLower(node.name), ' ') WHERE word STARTS WITH folded)
  RETURN node, 1.0 AS score
  UNION
  WITH $folded AS folded
  WHERE 0 < size(folded) <= 3 AND 'Paper' IN $kinds
  MATCH (node:Paper)
  WHERE node.citationCount IS NOT NULL AND node.id IS NOT NULL
  WITH node, folded ORDER BY node.citationCount DESC, node.id DESC LIMIT 500
  WHERE any(word IN split(toLower(node.title), ' ') WHERE word STARTS WITH folded)
  RETURN node, 1.0 AS score
}
WITH node, max(score) AS score, coalesce(node.title, node.name) AS text
WHERE text IS NOT NULL AND node.optedOut IS NULL
WITH node, text, score, score * (1.0 + 0.5 * log(1.0 + coalesce(node.citationCount, node.paperCount, 0))) AS points,
     reduce(plain = toLower(normalize(text, NFKD)), fold IN $folds | replace(plain, fold[0], fold[1])) AS plain
WITH node, text, score >= 1000000.0 OR plain STARTS WITH $folded AS begins, points
ORDER BY begins DESC, points DESC, node.id
LIMIT $first
RETURN text, [label IN labels(node) WHERE label IN $kinds][0] AS kind, node
