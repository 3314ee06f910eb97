// Return the curators' decisions that refer to these entities: to one of their IDs, to a record, or to a name in a
// record.
// @param ids: list<string>    Byline IDs
// @returns statement: string
CALL () {
  UNWIND $ids AS wanted
  MATCH (subject:Paper {id: wanted})
  RETURN subject
  UNION
  UNWIND $ids AS wanted
  MATCH (subject:Researcher {id: wanted})
  RETURN subject
  UNION
  UNWIND $ids AS wanted
  MATCH (subject:Institution {id: wanted})
  RETURN subject
  UNION
  UNWIND $ids AS wanted
  MATCH (subject:Funder {id: wanted})
  RETURN subject
  UNION
  UNWIND $ids AS wanted
  MATCH (subject:Venue {id: wanted})
  RETURN subject
  UNION
  UNWIND $ids AS wanted
  MATCH (subject:Volume {id: wanted})
  RETURN subject
}
CALL (subject) {
  MATCH (identifier:Identifier)-[:IDENTIFIES]->(subject)
  RETURN identifier
  UNION
  MATCH (subject)<-[:DESCRIBES|MENTIONS]-(record:Record)
  MATCH (identifier:Identifier {scheme: 'record', value: record.source + ':' + record.key})
  RETURN identifier
}
MATCH (identifier)<-[refers:REFERS_TO]-(decision:Record)
WHERE refers.kind IN ['left', 'right']
RETURN DISTINCT decision.statement AS statement
