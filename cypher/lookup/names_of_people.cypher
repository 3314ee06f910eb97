// Return the folded names of the mentions of these researchers.
// @param people: list<string>    researchers' IDs
// @returns name: string
UNWIND $people AS id
MATCH (known:Researcher {id: id})<-[mention:MENTIONS]-()
USING INDEX SEEK known:Researcher(id)
RETURN DISTINCT mention.foldedName AS name
