// Code, data, ids and names of places to which nothing leads any more go away.
// @scan because an unload looks at all of them once
MATCH (node:Resource|Identifier|InstitutionName)
WHERE NOT EXISTS { (node)--() }
CALL (node) {
  DELETE node
} IN TRANSACTIONS OF 10000 ROWS
