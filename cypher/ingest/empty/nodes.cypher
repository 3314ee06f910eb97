// Delete all records and entities after their relationships. Curators' decisions and the IDs to which they refer remain.
// @scan because the whole graph is emptied
MATCH (node:Record|Paper|Researcher|Institution|Funder|Venue|Volume|Topic|Identifier|InstitutionName|Resource|Manifestation|Embedding)
WHERE NOT (node:Record AND node.source = 'curator') AND NOT EXISTS { (node)--() }
CALL (node) {
  DELETE node
} IN TRANSACTIONS OF 20000 ROWS
