// The papers whose records say that somebody wrote from a place of one of these folded names or ROR ids.
// @param names: list<string>    folded names
// @param rors: list<string>     ROR ids
// @returns paper: string
CALL {
  UNWIND $names AS folded
  MATCH (:InstitutionName {folded: folded})<-[:WRITES_FROM]-(record)
  RETURN record
  UNION
  UNWIND $rors AS ror
  MATCH (:Identifier {scheme: 'ror', value: ror})<-[:WRITES_FROM]-(record)
  RETURN record
}
MATCH (record)-[:DESCRIBES]->(paper:Paper)
RETURN DISTINCT paper.id AS paper
