// The shortest chains of co-authors between two people, each step with the newest papers, at most ten, that prove it.
// Among chains of one length those of more joint papers come first; of chains longer than three steps any are taken.
// @param from: string  id of one researcher
// @param to: string  id of the other
// @param k: int  at most this many chains, 20 at most
// @param maxLength: int  at most this many steps, 6 at most
// @returns length: int, people: list<node>, hops: list<map>
CALL () {
  MATCH (start:Researcher {id: $from}) RETURN start
  UNION ALL
  MATCH (:Identifier {scheme: 'byline', value: $from})-[:IDENTIFIES]->(start:Researcher) RETURN start
}
CALL () {
  MATCH (end:Researcher {id: $to}) RETURN end
  UNION ALL
  MATCH (:Identifier {scheme: 'byline', value: $to})-[:IDENTIFIES]->(end:Researcher) RETURN end
}
WITH start, end
WHERE start <> end
CALL (start, end) {
  CALL (start, end) {
    MATCH (start)-[step:COLLABORATED_WITH]-(end)
    RETURN [start, end] AS people, [step] AS steps
  UNION ALL
    MATCH (start)-[first:COLLABORATED_WITH]-(one:Researcher)-[last:COLLABORATED_WITH]-(end)
    WITH start, one, end, first, last
    ORDER BY first.papers + last.papers DESC, one.ord
    LIMIT $k
    RETURN [start, one, end] AS people, [first, last] AS steps
  }
  RETURN collect({people: people, steps: steps}) AS near
}
CALL (start, end, near) {
  WITH start, end, near
  WHERE size(near) < $k AND $maxLength > 2
  MATCH (start)-[first:COLLABORATED_WITH]-(one:Researcher)-[second:COLLABORATED_WITH]-(other:Researcher)-[last:COLLABORATED_WITH]-(end)
  USING JOIN ON other // joined in the middle: two large circles are never multiplied
  WHERE one <> end AND other <> start
  WITH start, one, other, end, first, second, last
  ORDER BY first.papers + second.papers + last.papers DESC, one.ord, other.ord
  LIMIT $k
  RETURN collect({people: [start, one, other, end], steps: [first, second, last]}) AS third
}
WITH start, end, near + third AS near
CALL (start, end, near) {
  WITH start, end, near
  WHERE size(near) < $k AND $maxLength > 3
  MATCH chain = SHORTEST 20 (start)-[:COLLABORATED_WITH]-{4,6}(end)
  WITH nodes(chain) AS people, relationships(chain) AS steps
  WHERE COUNT { UNWIND people AS person RETURN DISTINCT person } = size(people)
  RETURN collect({people: people, steps: steps}) AS far
}
UNWIND near + far AS chain
WITH chain.people AS people, chain.steps AS steps
WHERE size(steps) <= $maxLength
WITH people, steps, reduce(total = 0, step IN steps | total + step.papers) AS strength
ORDER BY size(steps), strength DESC, [person IN people | person.ord]
LIMIT $k
CALL (people, steps) {
  UNWIND range(0, size(steps) - 1) AS place
  WITH place, people[place] AS one, people[place + 1] AS other, steps[place].papers AS paperCount
  CALL (one, other) {
    MATCH (one)-[:AUTHORED]->(paper)<-[:AUTHORED]-(other)
    WITH paper ORDER BY paper.ord LIMIT 10
    RETURN collect(paper) AS papers
  }
  WITH place, {`from`: one, to: other, paperCount: paperCount, papers: papers} AS hop
  ORDER BY place
  RETURN collect(hop) AS hops
}
RETURN size(steps) AS length, people, hops
ORDER BY length, strength DESC, [person IN people | person.ord]
