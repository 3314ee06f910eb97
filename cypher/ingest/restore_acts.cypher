// Move acts of users back to entities that a revoked merge restored.
// @param ids: list<string>    Byline IDs
UNWIND $ids AS id
MATCH (restored:RestoredEntity {id: id})
USING INDEX SEEK restored:RestoredEntity(id)
MATCH (entity:Paper|Researcher|Institution|Funder|Venue|Volume {id: id})
CALL (restored, entity) {
  MATCH (restored)<-[act]-(user)
  MERGE (user)-[moved:$(type(act))]->(entity)
  ON CREATE SET moved = properties(act)
  ON MATCH SET moved.ids = moved.ids + [other IN act.ids WHERE NOT other IN moved.ids],
    moved.public = CASE WHEN act.public THEN moved.public END
}
DETACH DELETE restored
