// The Cypher statement of a researcher's page: the query Researcher of docs/graphql.md. Each object is a list in the
// order of its fields.
// @param p0: int  maximum number of items of a list
// @param p1: string  the researcher's name
// @param p2: int  maximum number of items of a list
// @param p3: int  maximum number of items of a list
// @param p4: int  maximum number of items of a list
// @param p5: int  maximum number of items of a list
// @param p6: int  maximum number of items of a list
// @param p7: int  maximum number of items of a list
// @returns c0: list<any>
CALL () {
  MATCH (n_2:Researcher)
  WHERE n_2.ord IS NOT NULL AND n_2.id IS NOT NULL AND n_2.name = $p1
  WITH n_2
  ORDER BY n_2.ord
  LIMIT $p0
  CALL (n_2) {
    MATCH (n_2)-[e_3:AFFILIATED_WITH]->(n_4)
    WITH n_4, e_3
    ORDER BY coalesce(e_3.until, -1) DESC, n_4.ord
    LIMIT $p2
    WITH [[e_3.since, e_3.until, e_3.role, e_3.source, [n_4.name, n_4.ror]], [coalesce(e_3.until, -1), n_4.ord]] AS y_5
    RETURN collect(y_5) AS x_6
  }
  CALL (n_2) {
    CALL (n_2) {
      CALL (n_2) {
        MATCH (person:Researcher {id: n_2.id})
        RETURN person.openToCollaborate IS NOT NULL AS stated
      }
      RETURN stated AS v_7
    }
    WITH v_7 AS y_8
    RETURN collect(y_8) AS x_9
  }
  CALL (n_2) {
    CALL (n_2) {
      CALL (n_2) {
        MATCH (person:Researcher {id: n_2.id})
        WITH coalesce(person.trustScore, 0) AS score, person.id AS id, { PUBLIC_AUTHOR_RECORD: 1, WORKS: coalesce(person.paperCount, 0), TOPICS: coalesce(person.topicCount, 0), VERIFIED_IDENTITY: CASE WHEN person.citingResearcherCount IS NOT NULL THEN 1 END, INDEPENDENT_CITATIONS: person.citingResearcherCount, YEARS_OF_PUBLICATION: CASE WHEN person.citingResearcherCount IS NOT NULL THEN coalesce(person.lastYear - person.firstYear, 0) END, REVIEWS_RECEIVED: person.reviewsReceivedCount, REVIEWS_GIVEN: person.reviewsGivenCount } AS counts
        WITH score, id, counts, [rule IN [{kind: "PUBLIC_AUTHOR_RECORD", points: 10, maximum: 10}, {kind: "WORKS", points: 1, maximum: 50}, {kind: "TOPICS", points: 1, maximum: 20}, {kind: "VERIFIED_IDENTITY", points: 5, maximum: 5}, {kind: "INDEPENDENT_CITATIONS", points: 0.5, maximum: 5, scale: "log2"}, {kind: "YEARS_OF_PUBLICATION", points: 0.25, maximum: 5}, {kind: "REVIEWS_RECEIVED", points: 1, maximum: 3}, {kind: "REVIEWS_GIVEN", points: 1, maximum: 2}] WHERE counts[rule.kind] IS NOT NULL | rule { .kind, .maximum, count: counts[rule.kind], points: rule.points * CASE rule.scale WHEN 'log2' THEN log(1 + counts[rule.kind]) / log(2) ELSE counts[rule.kind] END }] AS earned
        RETURN score, head([row IN [{label: "WELL_DOCUMENTED", minimum: 50}, {label: "CORROBORATED", minimum: 25}, {label: "UNVERIFIED", minimum: 0}] WHERE row.minimum <= score | row.label]) AS label, 2 AS version, [part IN earned | { kind: part.kind, count: part.count, ownerId: id, points: toInteger(CASE WHEN part.points < part.maximum THEN part.points + 0.000001 ELSE part.maximum END) }] AS evidence
      }
      RETURN {score: score, label: label, version: version, evidence: evidence} AS r_10
    }
    CALL (r_10) {
      UNWIND r_10.evidence AS r_11
      WITH [r_11.kind, r_11.points, r_11.count] AS y_12
      RETURN collect(y_12) AS x_13
    }
    WITH [r_10.score, r_10.label, x_13] AS y_14
    RETURN collect(y_14) AS x_15
  }
  CALL (n_2) {
    MATCH (n_2)-[e_16:COLLABORATED_WITH]-(n_17)
    WHERE e_16.papers >= 2
    WITH n_17, e_16
    ORDER BY e_16.papers DESC, n_17.ord
    LIMIT $p3
    WITH [[e_16.papers, [n_17.name]], [e_16.papers, n_17.ord]] AS y_18
    RETURN collect(y_18) AS x_19
  }
  CALL (n_2) {
    CALL (n_2) {
      CALL (n_2) {
        MATCH (person:Researcher {id: n_2.id})-[:AUTHORED]->(paper)-[:ABOUT]->(topic)
        WITH topic, count(DISTINCT paper) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
        RETURN topic AS node, papers, firstYear, lastYear
      }
      RETURN node AS n_21, {papers: papers, firstYear: firstYear, lastYear: lastYear} AS e_20
    }
    WITH n_21, e_20
    WITH n_21, e_20
    ORDER BY e_20.papers DESC, n_21.ord
    LIMIT $p4
    WITH [[e_20.papers, [n_21.code, n_21.name]], [e_20.papers, n_21.ord]] AS y_22
    RETURN collect(y_22) AS x_23
  }
  CALL (n_2) {
    MATCH (n_2)-[e_24:COLLABORATED_WITH]-(n_25)
    WITH n_25, e_24
    ORDER BY e_24.papers DESC, n_25.ord
    LIMIT $p5
    WITH [[e_24.papers, e_24.firstYear, e_24.lastYear, [n_25.name]], [e_24.papers, n_25.ord]] AS y_26
    RETURN collect(y_26) AS x_27
  }
  CALL (n_2) {
    MATCH ()-[e_28:AUTHORED]->(n_29)
    WHERE e_28.rid = n_2.id AND e_28.ord IS NOT NULL
    WITH n_29, e_28
    ORDER BY e_28.rid, e_28.ord
    LIMIT $p6
    CALL (n_29) {
      MATCH (n_29)<-[e_30:AUTHORED]-(n_31)
      WITH n_31, e_30
      ORDER BY e_30.position, n_31.id
      LIMIT $p7
      WITH [[e_30.position, e_30.nameAsWritten, [n_31.id, n_31.name]], [e_30.position, n_31.id]] AS y_32
      RETURN collect(y_32) AS x_33
    }
    WITH [[e_28.position, e_28.nameAsWritten, [n_29.id, coalesce(n_29.kind, 'other'), n_29.year, n_29.sources, n_29.title, n_29.abstract, [x_33, COUNT {
      MATCH (n_29)<-[:AUTHORED]-()
    }]]], [e_28.ord]] AS y_34
    RETURN collect(y_34) AS x_35
  }
  WITH [[n_2.id, n_2.name, n_2.aliases, n_2.role, n_2.headline, n_2.orcid, CASE WHEN n_2.affiliationsKnown THEN [x_6, null] END, [coalesce(n_2.openToCollaborate, false), x_9], coalesce(n_2.claimed, false), coalesce(n_2.verificationLevel, 'L0'), x_15, coalesce(n_2.paperCount, 0), COUNT {
    (n_2)<-[:FOLLOWS]-()
  }, coalesce(n_2.topicCount, 0), coalesce(n_2.collaboratorCount, 0), coalesce(n_2.closeCollaboratorCount, 0), [x_19, COUNT {
    MATCH (n_2)-[e_16:COLLABORATED_WITH]-()
    WHERE e_16.papers >= 2
  }], [x_23, null], [x_27, COUNT {
    MATCH (n_2)-[:COLLABORATED_WITH]-()
  }], [x_35, COUNT {
    MATCH (n_2)-[:AUTHORED]->()
  }]], [n_2.ord]] AS y_36
  RETURN collect(y_36) AS x_37
}
RETURN [x_37, null] AS c0
