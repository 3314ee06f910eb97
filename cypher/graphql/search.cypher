// Anything by an id in any form, or by words: the best thousand of the kinds asked.
// First comes what the text is an id of. Then what it names exactly, accents and case aside: a title, a name, an alias, an
// acronym, a topic's code, the most prolific or cited first. Then the rest by how well the full text fits, a little more
// for the prolific and the cited, threefold where the text stands before a title's colon ("BERT: Pre-training ...").
// @param typed: string  what was typed, as a Byline id
// @param identifiers: list<list<string>>  every [scheme, value] that it could be
// @param words: string  the same as a Lucene query; empty for none
// @param folded: string  the same without accents and case
// @param folds: list<list<string>>  what stands for what where a name is folded in the same way
// @param kinds: list<string>  labels to look among
// @returns node: node, score: float
CALL () {
  MATCH (found:Paper|Researcher|Topic|Institution|Venue|Funder {id: $typed})
  RETURN found, 1000000.0 AS points
  UNION
  UNWIND $identifiers AS key
  MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(found)
  RETURN DISTINCT found, 1000000.0 AS points
  UNION
  MATCH (found:Researcher {name: $typed}) // the index leaves out words such as "will" and "to", and so a Will To
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
    WHERE abs(size(forms[place]) - size($typed)) < 4 // folding seldom changes a length; the rest is not worth folding
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
