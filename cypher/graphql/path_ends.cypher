// Return the ends of a search for paths: Byline IDs and sort keys of the researchers on each side.
// @param from: list<list<string>>  [scheme, value] of each start; the scheme of Byline IDs is `byline`
// @param to: list<list<string>>  [scheme, value] of each end
// @param excludePeople: list<string>  IDs of researchers to leave out
// @returns starts: list<list<string>>, ends: list<list<string>>
CALL () {
  UNWIND $from AS key
  CALL (key) {
    MATCH (start:Researcher {id: key[1]}) RETURN start
    UNION
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(start:Researcher) RETURN start
  }
  WITH DISTINCT start WHERE NOT start.id IN $excludePeople
  RETURN collect([start.id, start.ord]) AS starts
}
CALL () {
  UNWIND $to AS key
  CALL (key) {
    MATCH (end:Researcher {id: key[1]}) RETURN end
    UNION
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(end:Researcher) RETURN end
  }
  WITH DISTINCT end WHERE NOT end.id IN $excludePeople
  RETURN collect([end.id, end.ord]) AS ends
}
RETURN starts, ends
