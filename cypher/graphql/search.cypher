// Return entities that match a search text, with a score: entities with this external ID first, then exact matches of a title,
// name, alias, acronym or topic code, ignoring accents and case, then matches of all words, whole or as prefixes. If
// fewer than ten entities match all words, papers follow whose title, year and names of authors have all words together,
// and entities with similar words. Papers with many citations and other entities with many papers rank higher among
// similar matches. Only an ID finds a researcher who opted out.
// @param typed: string  the search text
// @param identifiers: list<list<string>>  every [scheme, value] that the text could be
// @param words: string  Lucene query: every word, whole or as a prefix; empty without words
// @param authorsAndTitles: string  Lucene query: any word, for a text of few words that may name authors and their paper; else empty
// @param patterns: list<string>  regular expressions that find each word of such a text
// @param similar: string  Lucene query: every word, or a similar word; empty without words
// @param similarNames: string  the same for names of people, whose given names may be initials
// @param folded: string  the text without accents and case
// @param folds: list<list<string>>  [character, replacement] pairs that fold a name in the same way
// @param kinds: list<string>  labels of the entities
// @param limit: int  maximum number of results
// @returns node: node, score: float
CALL () {
  UNWIND $kinds AS kind
  CALL (kind) {
    WITH kind
    WHERE $words <> ''
    CALL db.index.fulltext.queryNodes(toLower(kind) + '_text', $words, {limit: $limit}) YIELD node, score
    RETURN node, score
  }
  RETURN collect({node: node, score: score}) AS matches
}
CALL (matches) {
  WITH matches
  WHERE size(matches) < 10 AND $authorsAndTitles <> '' AND 'Paper' IN $kinds
  CALL () {
    CALL db.index.fulltext.queryNodes('researcher_text', $authorsAndTitles, {limit: 50}) YIELD node AS author
    CALL (author) {
      WITH author
      WHERE author.optedOut IS NULL
      MATCH (author)-[:AUTHORED]->(paper:Paper)
      RETURN paper ORDER BY paper.citationCount DESC, paper.id LIMIT 200
    }
    RETURN paper
    UNION
    CALL db.index.fulltext.queryNodes('paper_text', $authorsAndTitles, {limit: 200}) YIELD node AS paper
    RETURN paper
  }
  CALL (paper) {
    MATCH (paper)<-[by:AUTHORED]-(author)
    WHERE author.optedOut IS NULL
    WITH coalesce(by.nameAsWritten, author.name, '') AS name ORDER BY by.position LIMIT 100
    RETURN reduce(names = '', name IN collect(name) | names + ' _ ' + name) AS names // no phrase spans "_"
  }
  WITH paper, toLower(normalize(paper.title + names + ' _ ' + coalesce(toString(paper.year), ''), NFKD)) AS text
  WITH paper, reduce(plain = text, fold IN $folds | replace(plain, fold[0], fold[1])) AS plain
  WHERE all(pattern IN $patterns WHERE plain =~ pattern)
  RETURN collect(paper) AS papersByAuthor
}
CALL (matches) {
  WITH matches
  WHERE size(matches) < 10
  UNWIND $kinds AS kind
  CALL (kind) {
    WITH kind, CASE kind WHEN 'Researcher' THEN $similarNames ELSE $similar END AS similar
    WHERE similar <> ''
    CALL db.index.fulltext.queryNodes(toLower(kind) + '_text', similar, {limit: 100}) YIELD node, score
    RETURN node, score
  }
  RETURN collect({node: node, score: score / (1.0 + score)}) AS similar // below 1, the score of an exact word
}
CALL (matches, papersByAuthor, similar) {
  MATCH (found:Paper|Researcher|Topic|Institution|Venue|Volume|Funder {id: $typed})
  RETURN found, 1000000.0 AS points
  UNION
  UNWIND $identifiers AS key
  MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(found)
  RETURN DISTINCT found, 1000000.0 AS points
  UNION
  MATCH (found:Researcher {name: $typed}) // the index omits words such as "will" and "to", and so a Will To
  RETURN found, 1000.0 AS points
  UNION
  MATCH (found:Paper {title: $typed})
  WHERE found.id IS NOT NULL
  RETURN found, 1000.0 AS points
  UNION
  UNWIND papersByAuthor AS found
  RETURN found, 1.0 + 0.1 * log(1.0 + coalesce(found.citationCount, 0)) AS points
  UNION
  UNWIND similar AS match
  RETURN match.node AS found, match.score AS points
  UNION
  UNWIND matches AS match
  WITH match.node AS node, match.score AS score
  WITH node, score, log(1.0 + coalesce(node.citationCount, node.paperCount, 0)) AS weight,
       [split(node.title, ':')[0], node.title, node.name, node.acronym, node.code]
       + coalesce(node.aliases, []) + coalesce(node.acronyms, []) AS forms
  WITH node, 1.0 + score * (1.0 + 0.1 * weight) AS fit, weight, [
    place IN range(0, size(forms) - 1)
    WHERE abs(size(forms[place]) - size($typed)) < 4 // folding seldom changes the length
      AND reduce(plain = toLower(normalize(forms[place], NFKD)), fold IN $folds | replace(plain, fold[0], fold[1])) = $folded
  ] AS exact
  RETURN node AS found, CASE exact
    WHEN [] THEN fit
    WHEN [0] THEN 3.0 * fit
    ELSE 1000.0 + 10.0 * weight + fit
  END AS points
}
WITH found, max(points) AS score
WHERE any(label IN labels(found) WHERE label IN $kinds) AND (found.optedOut IS NULL OR score >= 1000000.0)
RETURN found AS node, score
ORDER BY score DESC, found.id
LIMIT $limit
