// Return the names of Neo4j's procedures.
// @returns name: string
SHOW PROCEDURES YIELD name
RETURN name
ORDER BY name
