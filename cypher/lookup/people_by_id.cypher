// Return the owners of these person IDs, and the folded names of mentions that state an ID of another person.
// @param ids: list<any>    [scheme, value] of each ID
// @returns scheme: string, value: string, person: string?, names: list<string>
UNWIND $ids AS wanted
MATCH (identifier:Identifier {scheme: wanted[0], value: wanted[1]})
USING INDEX SEEK identifier:Identifier(scheme, value)
OPTIONAL MATCH (identifier)-[:IDENTIFIES]->(person:Researcher)
RETURN identifier.scheme AS scheme, identifier.value AS value, person.id AS person,
       COLLECT {
         MATCH (identifier)<-[:CLAIMS_CONFLICTING_ID]-()-[mention:MENTIONS]->()
         WHERE identifier.scheme + ':' + identifier.value IN mention.ids
         RETURN DISTINCT mention.foldedName
       } AS names
