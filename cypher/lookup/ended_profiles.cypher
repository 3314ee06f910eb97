// Return the records of profiles whose claim is no longer accepted, and the records that link these profiles to researchers.
// @returns source: string, key: string
MATCH (record:Record {loader: 'profile'})
USING INDEX SEEK record:Record(loader)
WHERE record.source = 'profile'
  AND NOT EXISTS { MATCH (claim:Claim {id: record.key}) WHERE claim.status = 'accepted' }
CALL (record) {
  RETURN record AS obsolete
  UNION
  MATCH (profile:Identifier {scheme: 'profile', value: record.key})<-[:REFERS_TO {kind: 'left'}]-(obsolete:Record {loader: 'profile'})
  USING INDEX SEEK profile:Identifier(scheme, value)
  RETURN obsolete
}
RETURN obsolete.source AS source, obsolete.key AS key
