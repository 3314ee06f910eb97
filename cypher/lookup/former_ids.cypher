// Return the Byline IDs that deleted entities had under these external IDs.
// @param keys: list<string>    external IDs, scheme:value
// @returns key: string, id: string
// @scan because one node shows that any entity was deleted
CALL () {
  MATCH (any:FormerIdentifier)
  RETURN any
  LIMIT 1
}
UNWIND $keys AS key
MATCH (former:FormerIdentifier {key: key})
USING INDEX SEEK former:FormerIdentifier(key)
RETURN former.key AS key, former.id AS id
