// Mark each of these names that leads to exactly one institution that is not withdrawn.
// @param names: list<string>    folded names
UNWIND $names AS folded
MATCH (name:InstitutionName {folded: folded})-[names:NAME_OF]->(institution)
USING INDEX SEEK name:InstitutionName(folded)
WITH name, collect(names) AS known,
     collect(CASE WHEN coalesce(institution.status, 'active') <> 'withdrawn' THEN names END) AS living
FOREACH (one IN known | SET one.isUnambiguous = CASE WHEN size(living) = 1 AND one = living[0] THEN true END)
