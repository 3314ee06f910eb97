// Assign the current change number to institutions that share a name with institutions of this transaction, because
// affiliations may now lead to another institution.
// @param names: list<string>    folded names
MATCH (feed:ChangeFeedCounter {name: 'changes'})
UNWIND $names AS folded
MATCH (name:InstitutionName {folded: folded})
USING INDEX SEEK name:InstitutionName(folded)
WHERE COUNT { (name)-[:NAME_OF]->() } > 1
MATCH (name)-[:NAME_OF]->(institution)
SET institution.changedIn = feed.seq
