// Return the people and steps of paths of co-authors that were found in memory, or by graphql/search_paths.
// @param found: map  paths (lists of IDs), years (lists of the years of their steps; empty unless the steps are in time
//   order), the conditions on papers, and the other columns
// @returns paths: list<map>, degreesOfSeparation: int?, searched: map, truncated: bool, reason: string?, computedBy: string, fromSide: map, toSide: map
WITH $found AS found
CALL (found) {
  UNWIND range(0, size(found.paths) - 1) AS index
  WITH found, found.paths[index] AS ids, found.years[index] AS years
  CALL (ids) {
    UNWIND ids AS id
    MATCH (person:Researcher {id: id})
    RETURN collect(person) AS people
  }
  CALL (people, found, years) {
    UNWIND range(0, size(people) - 2) AS place
    WITH place, people[place] AS one, people[place + 1] AS other, years[place] AS year, found
    MATCH (one)-[step:COLLABORATED_WITH]-(other)
    WITH place, {`from`: one, to: other, fromId: one.id, toId: other.id, papers: step.papers, firstYear: step.firstYear,
         lastYear: step.lastYear, year: year, since: coalesce(year, found.since), until: coalesce(year, found.until), topics: found.topics, venues: found.venues,
         excludePapers: found.excludePapers} AS hop
    ORDER BY place
    RETURN collect(hop) AS hops
  }
  WITH ids, people, hops
  WHERE size(hops) = size(ids) - 1 // the graph may have changed since the path was found
  RETURN collect({length: size(hops), people: people, hops: hops}) AS paths
}
RETURN paths, found.degreesOfSeparation AS degreesOfSeparation, found.searched AS searched,
       found.truncated AS truncated, found.reason AS reason, found.computedBy AS computedBy,
       found.fromSide AS fromSide, found.toSide AS toSide
