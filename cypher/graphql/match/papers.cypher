// Return candidate papers for each of many descriptions: by ID, by the whole title, by words of the title. For
// each description, return the `pool` nearest candidates, IDs first; the caller computes the similarity.
// @param descriptions: list<map>  maps with id, keys (every [scheme, value]), title, title_prefix (how it begins), search_text (a Lucene query), authors (names)
// @param pool: int  maximum number of candidates per description
// @returns number: int, node: node, facts: map
UNWIND range(0, size($descriptions) - 1) AS number
WITH number, $descriptions[number] AS description
CALL (description) {
  CALL (description) {
    MATCH (found:Paper {id: description.id})
    RETURN found, 1000000.0 AS nearness
    UNION
    UNWIND description.keys AS key
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(found:Paper)
    RETURN DISTINCT found, 1000000.0 AS nearness
    UNION
    MATCH (found:Paper {title: description.title}) // the full-text index omits "to" and "will", and therefore titles of such words
    WHERE found.id IS NOT NULL
    WITH found LIMIT 100
    RETURN found, 1000.0 AS nearness
    UNION
    MATCH (found:Paper) // the rest of the stored title is a subtitle, or the given title is incomplete
    WHERE found.title STARTS WITH description.title_prefix AND found.id IS NOT NULL
    WITH found LIMIT 100
    RETURN found, 100.0 AS nearness
    UNION
    WITH description.search_text AS words
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
CALL (description, found) {
  WITH found
  WHERE size(description.authors) > 0
  MATCH (found)<-[by:AUTHORED]-()
  WITH by ORDER BY by.position LIMIT 50
  RETURN collect(by.nameAsWritten) AS authors
}
RETURN number, found AS node, {
  id: found.id, known: known, title: found.title, year: found.year, authors: authors, citations: found.citationCount
} AS facts
