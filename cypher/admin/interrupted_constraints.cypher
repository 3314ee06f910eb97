// Return the indexes of constraints whose creation was interrupted, for example by a full disk. Neo4j keeps such an
// index without its constraint, never fills it, and rejects the creation of the constraint.
// @param names: list<string>  names of constraints that do not exist
// @returns name: string
SHOW INDEXES YIELD name, owningConstraint
WHERE owningConstraint IS NULL AND name IN $names
RETURN name
ORDER BY name
