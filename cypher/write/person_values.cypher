// What only a person's own records say of them.
// @param rows: list<map>    id, values
UNWIND $rows AS row
MATCH (person:Researcher {id: row.id})
SET person += row.values, person:Stale
