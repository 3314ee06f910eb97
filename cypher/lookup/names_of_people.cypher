// Return the folded names of the mentions of these researchers.
// @param people: list<string>    researchers' IDs
// @returns name: string
UNWIND $people AS id
MATCH (:Researcher {id: id})<-[mention:MENTIONS]-()
RETURN DISTINCT mention.foldedName AS name
