// Delete all code repositories, data sets, IDs and institution names without a relationship.
// @scan because an unload checks each of them once
MATCH (node:Resource|Identifier|InstitutionName)
WHERE NOT EXISTS { (node)--() }
CALL (node) {
  DELETE node
} IN TRANSACTIONS OF 10000 ROWS
