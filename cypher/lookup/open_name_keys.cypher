// Return those of these name keys that have an open mention, which a name rule may still assign to a person.
// @param keys: list<string>    keys of names
// @returns key: string
UNWIND $keys AS key
WITH key
WHERE EXISTS {
  MATCH ()-[mention:MENTIONS {openName: key}]->()
  USING INDEX SEEK mention:MENTIONS(openName)
}
RETURN key
