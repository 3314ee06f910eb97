// Return candidate researchers for each of many descriptions: by ID, by a name as printed, as an author of a
// stated work or a co-author of stated people whose name shares a word, and by the words of the name, misspelled
// by one letter or incomplete. The last applies only if no name is printed so, or the name has only initials. For
// each description, return the `pool` nearest candidates; of equal ones, those with more papers first.
// @param descriptions: list<map>  maps with id, keys (every [scheme, value]), folded (names), full_words (words of the name), has_initials_only (bool), search_text, aliases (Lucene queries), work (another), has_affiliation (bool), coauthors (folded names)
// @param pool: int  maximum number of candidates per description
// @returns number: int, node: node, facts: map
UNWIND range(0, size($descriptions) - 1) AS number
WITH number, $descriptions[number] AS description
CALL (description) {
  WITH description.work AS words
  WHERE words <> ''
  CALL db.index.fulltext.queryNodes('paper_text', words, {limit: 3}) YIELD node
  RETURN collect(node) AS works
}
CALL (description, works) {
  CALL (description, works) {
    MATCH (found:Researcher {id: description.id})
    RETURN found, 1000.0 AS nearness
    UNION
    UNWIND description.keys AS key
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(found:Researcher)
    RETURN DISTINCT found, 1000.0 AS nearness
    UNION
    UNWIND description.folded AS folded
    MATCH ()-[mention:MENTIONS]->(found)
    WHERE mention.foldedName = folded
    WITH DISTINCT found
    LIMIT 200
    RETURN found, 100.0 AS nearness
    UNION
    UNWIND works AS work
    MATCH (work)<-[by:AUTHORED]-(found)
    WHERE by.position <= 100 AND any(word IN description.full_words WHERE found.ord CONTAINS word)
    RETURN DISTINCT found, 30.0 AS nearness
    UNION
    UNWIND description.coauthors[..5] AS folded
    MATCH ()-[mention:MENTIONS]->(other)
    WHERE mention.foldedName = folded
    WITH description, other, count(*) AS mentions
    LIMIT 20
    MATCH (other)-[:COLLABORATED_WITH]-(found)
    WHERE any(word IN description.full_words WHERE found.ord CONTAINS word)
    RETURN DISTINCT found, 30.0 AS nearness
  }
  WITH found, sum(nearness) AS nearness
  RETURN collect({found: found, nearness: nearness}) AS sure
}
CALL (description, sure) {
  CALL (description, sure) {
    UNWIND sure AS each
    RETURN each.found AS found, each.nearness AS nearness
    UNION ALL
    UNWIND [description.search_text, description.aliases] AS words
    WITH words
    WHERE words <> '' AND CASE WHEN description.has_initials_only
      THEN all(each IN sure WHERE each.nearness = 100.0) // initials alone are weak evidence; a matching work is sufficient
      ELSE all(each IN sure WHERE each.nearness < 100.0)
    END
    CALL db.index.fulltext.queryNodes('researcher_text', words, {limit: 4 * $pool}) YIELD node, score
    RETURN node AS found, score AS nearness
  }
  WITH found, sum(nearness) AS nearness
  ORDER BY nearness DESC, found.paperCount DESC, found.ord
  LIMIT $pool
  RETURN found, nearness >= 1000.0 AS known
}
CALL (description, found) {
  WITH found
  WHERE description.coauthors <> []
  MATCH (found)-[together:COLLABORATED_WITH]-(other)
  WITH other ORDER BY together.papers DESC, other.ord LIMIT 200
  RETURN collect(other.name) AS coauthors
}
CALL (description, found) {
  WITH found
  WHERE description.has_affiliation
  MATCH (found)-[by:AUTHORED]->()
  UNWIND by.affiliations AS affiliation
  WITH affiliation, count(*) AS times ORDER BY times DESC, affiliation LIMIT 50
  RETURN collect(affiliation) AS printed
}
CALL (description, found) {
  WITH found
  WHERE description.has_affiliation
  MATCH (found)-[:AFFILIATED_WITH]->(institution)
  WITH institution ORDER BY institution.ord LIMIT 50
  RETURN collect(institution.name) AS institutions
}
CALL (found, works) {
  UNWIND works AS work
  MATCH (work)
  RETURN collect({title: work.title, wrote: EXISTS { (found)-[:AUTHORED]->(work) }}) AS written
}
RETURN number, found AS node, {
  id: found.id, known: known, name: found.name, aliases: found.aliases, papers: found.paperCount, orcid: found.orcid,
  affiliations: institutions + printed, coauthors: coauthors, works: written
} AS facts
