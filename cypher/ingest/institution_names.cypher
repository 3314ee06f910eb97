// Write the names of institutions, and the places and parents that distinguish namesakes.
// @param rows: list<map>    id, names (name, shown: true if it is the displayed name), facts (country, city, ror, parents, isEducational)
UNWIND $rows AS row
MATCH (institution:Institution {id: row.id})
USING INDEX SEEK institution:Institution(id)
UNWIND row.names AS one
MERGE (name:InstitutionName {folded: one.name})
CREATE (name)-[names:NAME_OF {shown: CASE WHEN one.shown THEN true END}]->(institution)
SET names += row.facts
