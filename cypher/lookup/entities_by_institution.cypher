// Return the papers and people whose records have an affiliation with one of these folded names or ROR IDs.
// @param names: list<string>    folded names
// @param rors: list<string>     ROR IDs
// @returns subject: string
CALL {
  UNWIND $names AS folded
  MATCH (known:InstitutionName {folded: folded})<-[:HAS_AFFILIATION|CANDIDATE_NAME]-(record)
  USING INDEX SEEK known:InstitutionName(folded)
  RETURN record
  UNION
  UNWIND $rors AS ror
  MATCH (known:Identifier {scheme: 'ror', value: ror})<-[:HAS_AFFILIATION]-(record)
  USING INDEX SEEK known:Identifier(scheme, value)
  RETURN record
}
MATCH (record)-[:DESCRIBES]->(subject)
RETURN DISTINCT subject.id AS subject
