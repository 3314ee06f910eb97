// Return other researchers with an external ID who have one of this researcher's names.
// @param id: string    a researcher's ID
// @returns id: string
MATCH (:Researcher {id: $id})<-[mention:MENTIONS]-()
WITH DISTINCT mention.foldedName AS name
MATCH ()-[:MENTIONS {foldedName: name}]->(other:Researcher)
WHERE other.id <> $id AND EXISTS { (other)<-[:IDENTIFIES]-(one:Identifier) WHERE one.scheme <> 'byline' }
RETURN DISTINCT other.id AS id
ORDER BY id
