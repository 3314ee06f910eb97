// Return which of these name keys have an open mention: one that a rule for names may still assign to another person.
// @param keys: list<string>    keys of names
// @returns key: string
UNWIND $keys AS key
WITH key
WHERE EXISTS {
  MATCH ()-[mention:MENTIONS {openName: key}]->()
  USING INDEX SEEK mention:MENTIONS(openName)
}
RETURN key
