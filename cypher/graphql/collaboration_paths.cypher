// Return the shortest chains of co-authors between two people, each step with up to ten newest joint papers. No
// person occurs twice in a chain. Chains of equal length are ordered by joint papers, then by names. Chains of
// four to six steps are counted from both ends, which meet in the middle. If the smaller neighborhood of three
// steps has more than 300,000 steps, or the larger more than 5,000,000, the result for these lengths is up to
// twenty arbitrary shortest chains, and some may be missing.
// @param from: list<string>  [scheme, value] of an ID; the scheme of Byline IDs is `byline`
// @param to: list<string>  [scheme, value] of an ID; the scheme of Byline IDs is `byline`
// @param first: int  maximum number of chains, 0 to 20
// @param maxLength: int  maximum number of steps, 0 to 6
// @returns length: int, people: list<node>, hops: list<map>
WITH $from AS startKey, $to AS endKey
CALL (startKey) {
  MATCH (start:Researcher {id: startKey[1]}) RETURN start
  UNION ALL
  MATCH (:Identifier {scheme: startKey[0], value: startKey[1]})-[:IDENTIFIES]->(start:Researcher) RETURN start
}
CALL (endKey) {
  MATCH (end:Researcher {id: endKey[1]}) RETURN end
  UNION ALL
  MATCH (:Identifier {scheme: endKey[0], value: endKey[1]})-[:IDENTIFIES]->(end:Researcher) RETURN end
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
    LIMIT $first
    RETURN [start, one, end] AS people, [first, last] AS steps
  }
  RETURN collect({people: people, steps: steps}) AS found
}
CALL (start, end, found) {
  WITH start, end, found
  WHERE size(found) < $first AND $maxLength > 2
  MATCH (start)-[first:COLLABORATED_WITH]-(one:Researcher)-[second:COLLABORATED_WITH]-(other:Researcher)-[last:COLLABORATED_WITH]-(end)
  USING JOIN ON other // join in the middle, so that two large neighborhoods are never multiplied
  WHERE one <> end AND other <> start
  WITH start, one, other, end, first, second, last
  ORDER BY first.papers + second.papers + last.papers DESC, one.ord, other.ord
  LIMIT $first
  RETURN collect({people: [start, one, other, end], steps: [first, second, last]}) AS third
}
WITH start, end, found + third AS found
CALL (start, end, found) { // number of steps to the second and third neighborhood of each end, the smaller first
  WITH start, end, found
  WHERE size(found) < $first AND $maxLength > 3
  UNWIND [start, end] AS person
  CALL (person) {
    MATCH (person)-[:COLLABORATED_WITH]-(one)
    RETURN sum(COUNT { (one)-[:COLLABORATED_WITH]-() }) AS second
  }
  CALL (person, second) {
    WITH person, second
    WHERE second <= 1000000
    MATCH (person)-[:COLLABORATED_WITH]-()-[:COLLABORATED_WITH]-(two)
    RETURN sum(COUNT { (two)-[:COLLABORATED_WITH]-() }) AS third
  }
  WITH person, second, CASE WHEN second <= 1000000 THEN third ELSE 1000000000 END AS third
  ORDER BY third, second, person.ord
  RETURN collect(person) AS ends, collect(second) AS seconds, collect(third) AS thirds
}
WITH start, end, found, ends[0] AS near, ends[1] AS far,
     coalesce(seconds[0] <= 300000 AND seconds[1] <= 5000000, false) AS fourAll,
     coalesce(thirds[0] <= 300000 AND seconds[1] <= 5000000, false) AS fiveAll,
     coalesce(thirds[0] <= 300000 AND thirds[1] <= 5000000, false) AS sixAll
CALL (start, near, far, found, fourAll) {
  WITH start, near, far, found, fourAll
  WHERE fourAll AND size(found) < $first AND $maxLength > 3
  MATCH (near)-[a:COLLABORATED_WITH]-(one)-[b:COLLABORATED_WITH]-(two)-[c:COLLABORATED_WITH]-(three)-[d:COLLABORATED_WITH]-(far)
  USING JOIN ON two
  WHERE NOT near IN [two, three] AND NOT far IN [one, two]
  WITH start, near, [near, one, two, three, far] AS people, [a, b, c, d] AS steps
  WITH CASE near WHEN start THEN people ELSE reverse(people) END AS people,
       CASE near WHEN start THEN steps ELSE reverse(steps) END AS steps
  ORDER BY reduce(total = 0, step IN steps | total + step.papers) DESC, [person IN people | person.ord]
  LIMIT $first
  RETURN collect({people: people, steps: steps}) AS fourth
}
WITH start, end, near, far, fourAll, fiveAll, sixAll, found + fourth AS found
CALL (start, near, far, found, fiveAll) {
  WITH start, near, far, found, fiveAll
  WHERE fiveAll AND size(found) < $first AND $maxLength > 4
  MATCH (near)-[a:COLLABORATED_WITH]-(one)-[b:COLLABORATED_WITH]-(two)-[c:COLLABORATED_WITH]-(three)-[d:COLLABORATED_WITH]-(four)-[e:COLLABORATED_WITH]-(far)
  USING JOIN ON three
  WHERE NOT near IN [two, three, four] AND NOT far IN [one, two, three] AND one <> four
  WITH start, near, [near, one, two, three, four, far] AS people, [a, b, c, d, e] AS steps
  WITH CASE near WHEN start THEN people ELSE reverse(people) END AS people,
       CASE near WHEN start THEN steps ELSE reverse(steps) END AS steps
  ORDER BY reduce(total = 0, step IN steps | total + step.papers) DESC, [person IN people | person.ord]
  LIMIT $first
  RETURN collect({people: people, steps: steps}) AS fifth
}
WITH start, end, near, far, fourAll, fiveAll, sixAll, found + fifth AS found
CALL (start, near, far, found, sixAll) {
  WITH start, near, far, found, sixAll
  WHERE sixAll AND size(found) < $first AND $maxLength > 5
  MATCH (near)-[a:COLLABORATED_WITH]-(one)-[b:COLLABORATED_WITH]-(two)-[c:COLLABORATED_WITH]-(three)-[d:COLLABORATED_WITH]-(four)-[e:COLLABORATED_WITH]-(five)-[f:COLLABORATED_WITH]-(far)
  USING JOIN ON three
  WHERE NOT near IN [two, three, four, five] AND NOT far IN [one, two, three, four]
    AND NOT one IN [four, five] AND two <> five
  WITH start, near, [near, one, two, three, four, five, far] AS people, [a, b, c, d, e, f] AS steps
  WITH CASE near WHEN start THEN people ELSE reverse(people) END AS people,
       CASE near WHEN start THEN steps ELSE reverse(steps) END AS steps
  ORDER BY reduce(total = 0, step IN steps | total + step.papers) DESC, [person IN people | person.ord]
  LIMIT $first
  RETURN collect({people: people, steps: steps}) AS sixth
}
WITH start, end, fourAll AND ($maxLength < 5 OR fiveAll) AND ($maxLength < 6 OR sixAll) AS complete, found + sixth AS found
CALL (start, end, found, complete) {
  WITH start, end, found, complete
  WHERE NOT complete AND size(found) < $first AND $maxLength > 3
  MATCH chain = SHORTEST 20 (start)
    ((:Researcher)-[:COLLABORATED_WITH]-(passed:Researcher WHERE passed <> start AND passed <> end)){3,5}
    (:Researcher)-[:COLLABORATED_WITH]-(end)
  WITH nodes(chain) AS people, relationships(chain) AS steps
  WHERE COUNT { UNWIND people AS person RETURN DISTINCT person } = size(people)
  RETURN collect({people: people, steps: steps}) AS others
}
UNWIND found + others AS chain
WITH DISTINCT chain.people AS people, chain.steps AS steps
WHERE size(steps) <= $maxLength
WITH people, steps, reduce(total = 0, step IN steps | total + step.papers) AS strength
ORDER BY size(steps), strength DESC, [person IN people | person.ord]
LIMIT $first
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
