// Return candidate institutions for each of many descriptions: by ID, by a name or alias that is a part of an
// affiliation, by an acronym, and by the words of the parts with one letter misspelled. The last applies only if
// the part that seems to name the institution is not a known name. For each description, return the `pool` nearest
// candidates; of equal ones, those with more papers first.
// @param descriptions: list<map>  maps with id, keys (every [scheme, value]), folded, other_names (names), search_text, aliases, acronym_query (Lucene queries), places (folded)
// @param pool: int  maximum number of candidates per description
// @returns number: int, node: node, facts: map
UNWIND range(0, size($descriptions) - 1) AS number
WITH number, $descriptions[number] AS description
CALL (description) {
  CALL (description) {
    MATCH (found:Institution {id: description.id})
    RETURN found, 1000.0 AS nearness
    UNION
    UNWIND description.keys AS key
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(found:Institution)
    RETURN DISTINCT found, 1000.0 AS nearness
    UNION
    UNWIND description.folded AS folded
    MATCH (:InstitutionName {folded: folded})-[:NAME_OF]->(found)
    WITH DISTINCT found
    LIMIT 200
    RETURN found, 100.0 AS nearness
    UNION
    UNWIND description.other_names AS folded
    MATCH (:InstitutionName {folded: folded})-[:NAME_OF]->(found)
    WITH DISTINCT found
    LIMIT 200
    RETURN found, 50.0 AS nearness
  }
  RETURN collect({found: found, nearness: nearness}) AS sure
}
CALL (description, sure) {
  CALL (description, sure) {
    UNWIND sure AS each
    RETURN each.found AS found, each.nearness AS nearness
    UNION ALL
    UNWIND [description.search_text, description.aliases] AS words
    WITH words
    WHERE words <> '' AND all(each IN sure WHERE each.nearness < 100.0)
    CALL db.index.fulltext.queryNodes('institution_text', words, {limit: 4 * $pool}) YIELD node, score
    RETURN node AS found, score AS nearness
    UNION ALL
    WITH description, description.acronym_query AS words
    WHERE words <> ''
    CALL db.index.fulltext.queryNodes('institution_text', words, {limit: 4 * $pool}) YIELD node, score
    RETURN node AS found, score + 50.0 + 10.0 * size([ // several institutions share an acronym; the place decides
      place IN description.places WHERE place CONTAINS toLower(node.city) OR place = toLower(node.country)
    ]) AS nearness
  }
  WITH found, max(nearness) AS nearness
  ORDER BY nearness DESC, found.paperCount DESC, found.ord
  LIMIT $pool
  RETURN found, nearness >= 1000.0 AS known
}
RETURN number, found AS node, {
  id: found.id, known: known, name: found.name, aliases: found.aliases, acronyms: found.acronyms,
  country: found.country, countryCode: found.countryCode, city: found.city, ror: found.ror, papers: found.paperCount
} AS facts
