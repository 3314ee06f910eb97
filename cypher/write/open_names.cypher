// Which of these folded names have a mention that may still be joined to a person by its name.
// @param names: list<string>    folded names
// @returns name: string
UNWIND $names AS name
WITH name
WHERE EXISTS { MATCH ()-[mention:MENTIONS {openName: name}]->() }
RETURN name
