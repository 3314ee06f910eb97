// Return the first ID of liked and disliked papers that no paper has. No row if all are known.
// @param liked: list<list<string>>  [scheme, value] of each liked paper; the scheme of Byline IDs is `byline`
// @param disliked: list<list<string>>  [scheme, value] of each disliked paper, likewise
// @returns code: string, message: string
UNWIND $liked + $disliked AS key
WITH key
WHERE NOT EXISTS { (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(:Paper) }
  AND NOT EXISTS { (:Paper {id: key[1]}) }
WITH key LIMIT 1
RETURN 'NOT_FOUND' AS code, 'No paper has the ID ' + replace(key[0] + ':' + key[1], 'byline:', '') + '.' AS message
