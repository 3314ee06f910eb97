// Return degrees of separation that were found in memory, or by graphql/search_distances.
// @param found: list<map>  the columns below
// @returns fromId: string, toId: string, degreesOfSeparation: int?, reason: string?, computedBy: string
UNWIND $found AS row
RETURN row.fromId AS fromId, row.toId AS toId, row.degreesOfSeparation AS degreesOfSeparation, row.reason AS reason,
       row.computedBy AS computedBy
