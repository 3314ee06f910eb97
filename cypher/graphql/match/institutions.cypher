// Return candidate institutions for each of many descriptions: by ID, by a name or alias that is a part of an
// affiliation, by an acronym, and by the words of the parts with one letter misspelled. The last applies only if
// the part that seems to name the institution is not a known name. For each description, return the `pool` nearest
// candidates; of equal ones, those with more papers first.
// @param asked: list<map>  descriptions: id, keys (every [scheme, value]), folded, besides (names), search_text, aliases, called (Lucene queries), places (folded)
// @param pool: int  maximum number of candidates per description
// @returns place: int, node: node, facts: map
UNWIND range(0, size($asked) - 1) AS place
WITH place, $asked[place] AS one
CALL (one) {
  CALL (one) {
    MATCH (found:Institution {id: one.id})
    RETURN found, 1000.0 AS nearness
    UNION
    UNWIND one.keys AS key
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(found:Institution)
    RETURN DISTINCT found, 1000.0 AS nearness
    UNION
    UNWIND one.folded AS folded
    MATCH (:InstitutionName {folded: folded})-[:NAME_OF]->(found)
    WITH DISTINCT found
    LIMIT 200
    RETURN found, 100.0 AS nearness
    UNION
    UNWIND one.besides AS folded
    MATCH (:InstitutionName {folded: folded})-[:NAME_OF]->(found)
    WITH DISTINCT found
    LIMIT 200
    RETURN found, 50.0 AS nearness
  }
  RETURN collect({found: found, nearness: nearness}) AS sure
}
CALL (one, sure) {
  CALL (one, sure) {
    UNWIND sure AS each
    RETURN each.found AS found, each.nearness AS nearness
    UNION ALL
    UNWIND [one.search_text, one.aliases] AS words
    WITH words
    WHERE words <> '' AND all(each IN sure WHERE each.nearness < 100.0)
    CALL db.index.fulltext.queryNodes('institution_text', words, {limit: 4 * $pool}) YIELD node, score
    RETURN node AS found, score AS nearness
    UNION ALL
    WITH one, one.called AS words
    WHERE words <> ''
    CALL db.index.fulltext.queryNodes('institution_text', words, {limit: 4 * $pool}) YIELD node, score
    RETURN node AS found, score + 50.0 + 10.0 * size([ // several institutions share an acronym; the place decides
      place IN one.places WHERE place CONTAINS toLower(node.city) OR place = toLower(node.country)
    ]) AS nearness
  }
  WITH found, max(nearness) AS nearness
  ORDER BY nearness DESC, found.paperCount DESC, found.ord
  LIMIT $pool
  RETURN found, nearness >= 1000.0 AS known
}
RETURN place, found AS node, {
  id: found.id, known: known, name: found.name, aliases: found.aliases, acronyms: found.acronyms,
  country: found.country, countryCode: found.countryCode, city: found.city, ror: found.ror, papers: found.paperCount
} AS facts
