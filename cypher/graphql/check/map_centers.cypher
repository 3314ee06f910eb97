// Return the first ID of a list that no entity on a research map can have. No row if all are known.
// @param around: list<list<string>>  [scheme, value] of each ID; the scheme of Byline IDs is `byline`
// @returns code: string, message: string
UNWIND $around AS key
WITH key
WHERE NOT EXISTS { (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(:Paper|Researcher|Topic|Institution|Venue|Volume) }
  AND NOT EXISTS { (:Paper|Researcher|Topic|Institution|Venue|Volume {id: key[1]}) }
WITH key LIMIT 1
RETURN 'NOT_FOUND' AS code, 'No entity has the ID ' + replace(key[0] + ':' + key[1], 'byline:', '') + '.' AS message
