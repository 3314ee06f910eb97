// Which of these keys of names have a mention that may still be joined to a person by its name.
// @param keys: list<string>    keys of names
// @returns key: string
UNWIND $keys AS key
WITH key
WHERE EXISTS { MATCH ()-[mention:MENTIONS {openName: key}]->() }
RETURN key
