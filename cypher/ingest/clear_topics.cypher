// Remove the source data of these topics before they are written again.
// @param codes: list<any>    [scheme, code] of each topic
UNWIND $codes AS wanted
MATCH (topic:Topic {scheme: wanted[0], code: wanted[1]})
USING INDEX SEEK topic:Topic(scheme, code)
SET topic.name = topic.code, topic:Stale
WITH topic
MATCH (topic)-[part:PART_OF]->(wider)
SET wider:Stale
DELETE part
