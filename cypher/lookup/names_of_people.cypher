// The folded names under which these researchers are mentioned.
// @param people: list<string>    researchers' ids
// @returns name: string
UNWIND $people AS id
MATCH (:Researcher {id: id})<-[mention:MENTIONS]-()
RETURN DISTINCT mention.foldedName AS name
