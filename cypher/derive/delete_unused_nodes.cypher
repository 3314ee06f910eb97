// Code, data, ids and names of places to which nothing leads since a load touched them go away.
// @scan because only what a load touched carries the mark
MATCH (node:Stale)
WHERE node:Resource|Identifier|InstitutionName AND NOT EXISTS { (node)--() }
CALL (node) {
  DELETE node
} IN TRANSACTIONS OF 10000 ROWS
