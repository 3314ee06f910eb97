// Return the records of profiles whose claim is no longer accepted, with the records that link them to researchers.
// @returns source: string, key: string
MATCH (record:Record {loader: 'profile'})
USING INDEX SEEK record:Record(loader)
WHERE record.source = 'profile'
  AND NOT EXISTS { MATCH (claim:Claim {id: record.key}) WHERE claim.status = 'accepted' }
CALL (record) {
  RETURN record AS ended
  UNION
  MATCH (profile:Identifier {scheme: 'profile', value: record.key})<-[:REFERS_TO {kind: 'left'}]-(ended:Record {loader: 'profile'})
  USING INDEX SEEK profile:Identifier(scheme, value)
  RETURN ended
}
RETURN ended.source AS source, ended.key AS key
