// Return an error if no topic has an ID or a code. No row if there is one.
// @param topic: list<string>?  [scheme, value] of an ID; the scheme of Byline IDs is `byline`
// @param code: string?  code in the scheme arxiv
// @returns code: string, message: string
WITH $topic AS key, $code AS code
WHERE NOT EXISTS { (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(:Topic) }
  AND NOT EXISTS { (:Topic {id: key[1]}) }
  AND NOT EXISTS { (:Topic {scheme: 'arxiv', code: code}) }
RETURN 'NOT_FOUND' AS code,
  CASE WHEN code IS NULL THEN 'No topic has the ID ' + replace(key[0] + ':' + key[1], 'byline:', '') + '.'
       ELSE 'No topic has the code ' + code + '. Upper and lower case differ.' END AS message
