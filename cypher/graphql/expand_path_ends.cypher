// Return the researchers of each side of a search for paths: of `from` (side 0) and of `to` (side 1). An ID is that of a
// researcher, of an institution (its current and former people), of a topic (authors of its newest papers) or of a paper
// (its authors). Researchers that are listed by an ID of their own come first, then those with most papers.
// @param from: list<list<string>>  [scheme, value] of each entity of the first side; the scheme of Byline IDs is `byline`
// @param to: list<list<string>>  [scheme, value] of each entity of the second side, likewise
// @param excludePeople: list<string>  IDs of researchers to leave out
// @param limit: int  maximum number of researchers of a side
// @param paperLimit: int  maximum number of papers of a topic
// @returns total: int, isPartial: bool, ids: list<string>, connected: list<string>
UNWIND [0, 1] AS side
WITH side, CASE side WHEN 0 THEN $from ELSE $to END AS keys
CALL (keys) {
  UNWIND keys AS key
  CALL (key) {
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(entity) RETURN entity
    UNION
    MATCH (entity:Researcher {id: key[1]}) RETURN entity
    UNION
    MATCH (entity:Institution {id: key[1]}) RETURN entity
    UNION
    MATCH (entity:Topic {id: key[1]}) RETURN entity
    UNION
    MATCH (entity:Paper {id: key[1]}) RETURN entity
  }
  RETURN collect(DISTINCT entity) AS entities
}
CALL (entities) {
  UNWIND entities AS entity
  CALL (entity) {
    WITH entity WHERE entity:Researcher
    RETURN entity AS person, 0 AS place
    UNION ALL
    MATCH (entity)<-[:AFFILIATED_WITH]-(person)
    WHERE entity:Institution
    RETURN person, 1 AS place
    UNION ALL
    MATCH (entity)<-[:AUTHORED]-(person)
    WHERE entity:Paper
    RETURN person, 1 AS place
    UNION ALL
    WITH entity WHERE entity:Topic
    CALL (entity) {
      MATCH (paper)-[about:ABOUT]->()
      WHERE about.tid = entity.id AND about.ord IS NOT NULL
      RETURN paper ORDER BY about.tid, about.ord LIMIT $paperLimit
    }
    MATCH (paper)<-[:AUTHORED]-(person)
    RETURN DISTINCT person, 1 AS place
  }
  WITH person, min(place) AS place
  WHERE NOT person.id IN $excludePeople
  WITH person, place ORDER BY place, coalesce(person.paperCount, 0) DESC, person.ord
  WITH collect(person) AS people
  RETURN size(people) AS total, people[..$limit] AS people
}
RETURN total, total > $limit OR any(entity IN entities WHERE entity:Topic AND entity.paperCount > $paperLimit) AS isPartial,
       [person IN people | person.id] AS ids,
       [person IN people WHERE EXISTS { (person)-[:COLLABORATED_WITH]-() } | person.id] AS connected
ORDER BY side
