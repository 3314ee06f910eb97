// Return candidate papers for each of many descriptions: by ID, by the whole title, by words of the title. For
// each description, return the `pool` nearest candidates, IDs first; the caller computes the similarity.
// @param asked: list<map>  descriptions: id, keys (every [scheme, value]), title, begun (how it begins), search_text (a Lucene query), authors (names)
// @param pool: int  maximum number of candidates per description
// @returns place: int, node: node, facts: map
UNWIND range(0, size($asked) - 1) AS place
WITH place, $asked[place] AS one
CALL (one) {
  CALL (one) {
    MATCH (found:Paper {id: one.id})
    RETURN found, 1000000.0 AS nearness
    UNION
    UNWIND one.keys AS key
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(found:Paper)
    RETURN DISTINCT found, 1000000.0 AS nearness
    UNION
    MATCH (found:Paper {title: one.title}) // the full-text index omits "to" and "will", and therefore titles of such words
    WHERE found.id IS NOT NULL
    WITH found LIMIT 100
    RETURN found, 1000.0 AS nearness
    UNION
    MATCH (found:Paper) // the rest of the stored title is a subtitle, or the given title is incomplete
    WHERE found.title STARTS WITH one.begun AND found.id IS NOT NULL
    WITH found LIMIT 100
    RETURN found, 100.0 AS nearness
    UNION
    WITH one.search_text AS words
    WHERE words <> ''
    CALL db.index.fulltext.queryNodes('paper_text', words, {limit: 4 * $pool}) YIELD node, score
    RETURN node AS found, score AS nearness
  }
  WITH found, max(nearness) AS nearness
  WITH found, nearness, nearness >= 1000000.0 AS known
  ORDER BY nearness DESC, found.citationCount DESC, found.ord
  LIMIT $pool
  RETURN found, known
}
CALL (one, found) {
  WITH found
  WHERE size(one.authors) > 0
  MATCH (found)<-[by:AUTHORED]-()
  WITH by ORDER BY by.position LIMIT 50
  RETURN collect(by.nameAsWritten) AS authors
}
RETURN place, found AS node, {
  id: found.id, known: known, title: found.title, year: found.year, authors: authors, citations: found.citationCount
} AS facts
