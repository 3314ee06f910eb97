// Write citations between synthetic papers; both papers exist.
// @param rows: list<map>    paper (its ID), cites (properties: pid, ord, sources)
UNWIND $rows AS row
MATCH (paper:Paper {id: row.paper})
CALL (paper, row) {
  UNWIND row.cites AS values
  MATCH (cited:Paper {id: values.pid})
  CREATE (paper)-[cites:CITES]->(cited)
  SET cites = values
}
