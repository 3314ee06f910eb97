// Delete all records and entities after their relationships.
// @scan because the whole graph is emptied
MATCH (node:Record|Paper|Researcher|Institution|Funder|Venue|Volume|Topic|Identifier|InstitutionName|Resource|Manifestation|Embedding)
CALL (node) {
  DELETE node
} IN TRANSACTIONS OF 20000 ROWS
