// Return the names of all indexes. The index of a constraint has the name of the constraint.
// @returns name: string
SHOW INDEXES YIELD name
RETURN name
ORDER BY name
