// Every record of these volumes.
// @param keys: list<string>    the volumes' keys
// @returns source: string, key: string, loader: string, statement: string, entity: string
UNWIND $keys AS key
MATCH (entity:Volume {key: key})
USING INDEX entity:Volume(key)
MATCH (entity)<-[:DESCRIBES]-(record)
RETURN DISTINCT record.source AS source, record.key AS key, record.loader AS loader, record.statement AS statement,
       entity.id AS entity
