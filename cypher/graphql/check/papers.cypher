// Return the first ID of a list that no paper has. No row if all are known.
// @param papers: list<list<string>>  [scheme, value] of each paper; the scheme of Byline IDs is `byline`
// @returns code: string, message: string
UNWIND $papers AS key
WITH key
WHERE NOT EXISTS { (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(:Paper) }
  AND NOT EXISTS { (:Paper {id: key[1]}) }
WITH key LIMIT 1
RETURN 'NOT_FOUND' AS code, 'No paper has the ID ' + replace(key[0] + ':' + key[1], 'byline:', '') + '.' AS message
