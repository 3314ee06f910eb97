// Institutions that share a name with those that this transaction writes: what texts lead to may be others than before.
// @param names: list<string>    folded names
MATCH (feed:ChangeFeedCounter {name: 'changes'})
UNWIND $names AS folded
MATCH (name:InstitutionName {folded: folded})
USING INDEX name:InstitutionName(folded)
WHERE COUNT { (name)-[:NAME_OF]->() } > 1
MATCH (name)-[:NAME_OF]->(institution)
SET institution.changedIn = feed.seq
