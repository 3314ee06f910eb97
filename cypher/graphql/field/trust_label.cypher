// Return the label of a researcher's trust score; docs/trust.md has the table.
// @param id: string  the researcher's ID
// @returns label: string
MATCH (person:Researcher {id: $id})
RETURN CASE
  WHEN person.trustScore >= 50 THEN 'well_documented'
  WHEN person.trustScore >= 25 THEN 'corroborated'
  ELSE 'unverified'
END AS label
