// The Byline ids that things and people had under these outside ids, before they were taken out.
// @param keys: list<string>    outside ids, scheme:value
// @returns key: string, id: string
// @scan because one is enough to know that anything was taken out
CALL () {
  MATCH (any:FormerIdentifier)
  RETURN any
  LIMIT 1
}
UNWIND $keys AS key
MATCH (former:FormerIdentifier {key: key})
USING INDEX former:FormerIdentifier(key)
RETURN former.key AS key, former.id AS id
