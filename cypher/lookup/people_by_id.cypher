// Who owns these person ids, and the folded names of mentions that state one of them without being its owner's.
// @param ids: list<any>    [scheme, value] of each id
// @returns scheme: string, value: string, person: string?, names: list<string>
UNWIND $ids AS wanted
MATCH (identifier:Identifier {scheme: wanted[0], value: wanted[1]})
USING INDEX identifier:Identifier(scheme, value)
OPTIONAL MATCH (identifier)-[:IDENTIFIES]->(person:Researcher)
RETURN identifier.scheme AS scheme, identifier.value AS value, person.id AS person,
       COLLECT {
         MATCH (identifier)<-[:CLAIMS_CONFLICTING_ID]-()-[mention:MENTIONS]->()
         WHERE identifier.scheme + ':' + identifier.value IN mention.ids
         RETURN DISTINCT mention.foldedName
       } AS names
