// Institutions that share a name with those that this transaction writes: what texts lead to may be others than before.
// @param names: list<string>    folded names
MATCH (feed:Feed {name: 'changes'})
UNWIND $names AS folded
MATCH (name:InstitutionName {folded: folded})
USING INDEX name:InstitutionName(folded)
WHERE COUNT { (name)-[:NAMES]->() } > 1
MATCH (name)-[:NAMES]->(institution)
SET institution.changedIn = feed.seq
