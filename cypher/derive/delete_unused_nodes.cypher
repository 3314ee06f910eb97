// Delete stale code repositories, data sets, IDs and institution names without a relationship.
// @scan because only stale nodes have the label Stale
MATCH (node:Stale)
WHERE node:Resource|Identifier|InstitutionName AND NOT EXISTS { (node)--() }
CALL (node) {
  DELETE node
} IN TRANSACTIONS OF 10000 ROWS
