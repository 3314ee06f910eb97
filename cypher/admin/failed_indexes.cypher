// Return the statement that creates each index which Neo4j could not fill, for example because the disk was full.
// Indexes of constraints are not among them: Neo4j creates these with their constraint, or not.
// @returns name: string, create_statement: string
SHOW INDEXES YIELD name, state, owningConstraint, createStatement
WHERE state = 'FAILED' AND owningConstraint IS NULL
RETURN name, createStatement AS create_statement
ORDER BY name
