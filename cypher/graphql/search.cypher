// Return up to 1,000 entities of the requested kinds for an ID in any form, or for words. Entities with this ID
// come first. Entities with exactly this title, name, alias, acronym or code (accents and case aside) come next,
// ordered by papers or citations. The others follow by full-text score, with a small bonus for papers and
// citations, and three times the score if the text is the part of a title before the colon ("BERT: Pre-training
// ...").
// @param typed: string  the text, as a Byline ID
// @param identifiers: list<list<string>>  all possible [scheme, value] of the text
// @param words: string  the text as a Lucene query; empty: none
// @param folded: string  the folded text
// @param folds: list<list<string>>  pairs of characters and replacements, to fold names in the same way
// @param kinds: list<string>  labels of the requested kinds
// @returns node: node, score: float
CALL () {
  MATCH (found:Paper|Researcher|Topic|Institution|Venue|Funder {id: $typed})
  RETURN found, 1000000.0 AS points
  UNION
  UNWIND $identifiers AS key
  MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(found)
  RETURN DISTINCT found, 1000000.0 AS points
  UNION
  MATCH (found:Researcher {name: $typed}) // the full-text index omits words such as "will" and "to", and therefore the name Will To
  RETURN found, 1000.0 AS points
  UNION
  MATCH (found:Paper {title: $typed})
  WHERE found.id IS NOT NULL
  RETURN found, 1000.0 AS points
  UNION
  WITH $words AS words
  WHERE words <> ''
  CALL db.index.fulltext.queryNodes('entity_text', words) YIELD node, score
  WITH node, score
  WHERE any(label IN labels(node) WHERE label IN $kinds)
  LIMIT 1000
  WITH node, score, log(1.0 + coalesce(node.citationCount, node.paperCount, 0)) AS weight,
       [split(node.title, ':')[0], node.title, node.name, node.acronym, node.code]
       + coalesce(node.aliases, []) + coalesce(node.acronyms, []) AS forms
  WITH node, score * (1.0 + 0.1 * weight) AS fit, weight, [
    place IN range(0, size(forms) - 1)
    WHERE abs(size(forms[place]) - size($typed)) < 4 // folding rarely changes the length; skip all other names
      AND reduce(plain = toLower(normalize(forms[place], NFKD)), fold IN $folds | replace(plain, fold[0], fold[1])) = $folded
  ] AS exact
  RETURN node AS found, CASE exact
    WHEN [] THEN fit
    WHEN [0] THEN 3.0 * fit
    ELSE 1000.0 + 10.0 * weight + fit
  END AS points
}
WITH found, max(points) AS score
WHERE any(label IN labels(found) WHERE label IN $kinds)
RETURN found AS node, score
