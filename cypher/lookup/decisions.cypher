// Return the curators' decisions that refer to one of these IDs or records (scheme `record`), and those with one
// of these keys.
// @param ids: list<any>      [scheme, value] of each ID
// @param keys: list<string>  keys of decisions
// @returns source: string, key: string, loader: string, statement: string
CALL () {
  UNWIND $ids AS wanted
  MATCH (known:Identifier {scheme: wanted[0], value: wanted[1]})<-[refers:REFERS_TO]-(decision)
  USING INDEX SEEK known:Identifier(scheme, value)
  WHERE refers.kind IN ['left', 'right']
  RETURN decision
  UNION
  UNWIND $keys AS wanted
  MATCH (decision:Record)
  USING INDEX SEEK decision:Record(source, key, loader)
  WHERE decision.source = 'curator' AND decision.key = wanted AND decision.loader IS NOT NULL
  RETURN decision
}
RETURN DISTINCT decision.source AS source, decision.key AS key, decision.loader AS loader,
       decision.statement AS statement
