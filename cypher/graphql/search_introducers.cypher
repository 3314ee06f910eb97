// Return co-authors of one researcher who can introduce the researcher to another, with the reasons. Co-authors of both
// come first; if these are fewer than requested, co-authors of the first follow who worked with a co-author of the
// second. A chain is as strong as its weakest step. Candidates are the 50 with the strongest chains; chains of three
// steps lead through the 200 co-authors of each end with most joint papers; researchers who opted out are no candidates. The score is the sum of the reasons: joint
// papers of the weakest step (at most 10) 0.5 each, each step with a joint paper of the last five years 1, each topic in
// common with the second researcher (at most 10, of the 200 newest papers of each) 0.1, each institution in common with
// either (at most 2) 0.5.
// @param from: list<string>  [scheme, value] of the first researcher; the scheme of Byline IDs is `byline`
// @param to: list<string>  [scheme, value] of the second researcher, likewise
// @param first: int  maximum number
// @param year: int  the current year
// @returns node: node, distance: int, score: float, reasons: list<map>, hops: list<map>
WITH $from AS fromKey, $to AS toKey
CALL (fromKey) {
  MATCH (start:Researcher {id: fromKey[1]}) RETURN start
  UNION
  MATCH (:Identifier {scheme: fromKey[0], value: fromKey[1]})-[:IDENTIFIES]->(start:Researcher) RETURN start
}
CALL (toKey) {
  MATCH (end:Researcher {id: toKey[1]}) RETURN end
  UNION
  MATCH (:Identifier {scheme: toKey[0], value: toKey[1]})-[:IDENTIFIES]->(end:Researcher) RETURN end
}
WITH start, end WHERE start <> end
CALL (start, end) { // co-authors of both
  MATCH (start)-[one:COLLABORATED_WITH]-(person:Researcher)-[last:COLLABORATED_WITH]-(end)
  WHERE person.optedOut IS NULL
  WITH start, end, person, one, last, CASE WHEN one.papers < last.papers THEN one.papers ELSE last.papers END AS weakest
  ORDER BY weakest DESC, one.papers + last.papers DESC, person.ord
  LIMIT 50
  RETURN collect({people: [start, person, end], steps: [one, last], weakest: weakest}) AS direct
}
CALL (start, end, direct) { // co-authors of the first who worked with a co-author of the second
  UNWIND CASE WHEN size(direct) < $first THEN [start] ELSE [] END AS from
  CALL (from, end) {
    MATCH (from)-[one:COLLABORATED_WITH]-(person:Researcher)
    WHERE person <> end AND person.optedOut IS NULL AND NOT EXISTS { (person)-[:COLLABORATED_WITH]-(end) }
    WITH person, one ORDER BY one.papers DESC, person.ord LIMIT 200
    RETURN collect({person: person, step: one}) AS near
  }
  CALL (from, end) {
    MATCH (end)-[last:COLLABORATED_WITH]-(other:Researcher)
    WHERE other <> from AND NOT EXISTS { (other)-[:COLLABORATED_WITH]-(from) }
    WITH other, last ORDER BY last.papers DESC, other.ord LIMIT 200
    RETURN collect({person: other, step: last}) AS far
  }
  UNWIND near AS one
  UNWIND far AS last
  WITH from, end, one.person AS person, one.step AS one, last.person AS other, last.step AS last
  MATCH (person)-[middle:COLLABORATED_WITH]-(other)
  WITH from, end, person, one, other, last, middle,
       reduce(least = one.papers, step IN [middle, last] | CASE WHEN step.papers < least THEN step.papers ELSE least END) AS weakest
  ORDER BY weakest DESC, one.papers + middle.papers + last.papers DESC, other.ord
  WITH from, end, person, collect({people: [from, person, other, end], steps: [one, middle, last], weakest: weakest})[0] AS chain
  ORDER BY chain.weakest DESC, reduce(papers = 0, step IN chain.steps | papers + step.papers) DESC, person.ord
  LIMIT 50
  RETURN collect(chain) AS indirect
}
CALL (end) {
  MATCH ()-[by:AUTHORED]->(paper)
  WHERE by.rid = end.id AND by.ord IS NOT NULL
  WITH by, paper ORDER BY by.rid, by.ord LIMIT 200
  MATCH (paper)-[:ABOUT]->(topic)
  RETURN collect(DISTINCT topic) AS topicsOfEnd
}
UNWIND direct + indirect AS chain
WITH start, end, chain, chain.people[1] AS person, topicsOfEnd
CALL (person, topicsOfEnd) {
  MATCH ()-[by:AUTHORED]->(paper)
  WHERE by.rid = person.id AND by.ord IS NOT NULL
  WITH topicsOfEnd, by, paper ORDER BY by.rid, by.ord LIMIT 200
  MATCH (paper)-[:ABOUT]->(topic)
  WHERE topic IN topicsOfEnd
  WITH topic, count(*) AS papers ORDER BY papers DESC, topic.ord
  RETURN collect(topic) AS topics
}
CALL (person, start, end) {
  MATCH (person)-[:AFFILIATED_WITH]->(institution)
  WHERE EXISTS { (institution)<-[:AFFILIATED_WITH]-(colleague) WHERE colleague IN [start, end] }
  WITH DISTINCT institution ORDER BY institution.ord
  RETURN collect(institution) AS institutions
}
WITH person, chain.people AS people, chain.steps AS steps, chain.weakest AS weakest, topics, institutions,
     size([step IN chain.steps WHERE step.lastYear >= $year - 5]) AS recent
WITH person, people, steps, [reason IN [
       {kind: 'JOINT_WORK', count: weakest, score: 0.5 * CASE WHEN weakest < 10 THEN weakest ELSE 10 END,
        researchers: [], papers: [], topics: [], institutions: []},
       {kind: 'RECENT_JOINT_WORK', count: recent, score: 1.0 * recent, researchers: [], papers: [], topics: [], institutions: []},
       {kind: 'SHARED_TOPICS', count: size(topics), score: CASE WHEN size(topics) < 10 THEN size(topics) ELSE 10 END / 10.0,
        researchers: [], papers: [], topics: topics[..5], institutions: []},
       {kind: 'SAME_INSTITUTION', count: size(institutions), score: 0.5 * CASE WHEN size(institutions) < 2 THEN size(institutions) ELSE 2 END,
        researchers: [], papers: [], topics: [], institutions: institutions[..5]}
     ] WHERE reason.count > 0] AS reasons
WITH person, people, steps, reasons, reduce(sum = 0.0, reason IN reasons | sum + reason.score) AS score
ORDER BY size(steps), score DESC, person.ord
LIMIT $first
CALL (reasons) {
  UNWIND reasons AS reason
  WITH reason ORDER BY reason.score DESC, reason.kind
  RETURN collect(reason) AS ranked
}
RETURN person AS node, size(steps) AS distance, score, ranked AS reasons,
       [place IN range(0, size(steps) - 1) | {
         `from`: people[place], to: people[place + 1], fromId: people[place].id, toId: people[place + 1].id,
         papers: steps[place].papers, firstYear: steps[place].firstYear, lastYear: steps[place].lastYear,
         since: null, until: null, topics: [], venues: [], excludePapers: []}] AS hops
ORDER BY distance, score DESC, node.ord
