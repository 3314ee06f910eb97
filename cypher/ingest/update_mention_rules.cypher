// Set the match rules of mentions that stay with their person.
// @param rows: list<map>    source, key, loader, rules (role and position, such as `author 3` -> rule)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
MATCH (record)-[mention:MENTIONS]->()
WITH mention, row.rules[mention.role + ' ' + toString(mention.position)] AS rule
WHERE rule IS NOT NULL
SET mention.rule = rule
