// What stands behind a researcher's page: the one Cypher that its GraphQL request becomes, each object a list.
// Positions follow the fields of RESEARCHER_PAGE in tests/resolvers/pages.py.
// @param p0: int  at most this many, of one list
// @param p1: string  the researcher's name
// @param p2: int  at most this many, of one list
// @param p3: int  at most this many, of one list
// @param p4: int  at most this many, of one list
// @param p5: int  at most this many, of one list
// @param p6: int  at most this many, of one list
// @returns c0: list<any>
RETURN [COLLECT {
  MATCH (n_2:Researcher)
  WHERE n_2.ord IS NOT NULL AND n_2.id IS NOT NULL AND n_2.name = $p1
  WITH n_2
  ORDER BY n_2.ord
  LIMIT $p0
  RETURN [[n_2.id, n_2.name, n_2.aliases, n_2.role, n_2.headline, n_2.orcid, CASE WHEN n_2.affiliationsKnown THEN COLLECT {
    MATCH (n_2)-[e_3:AFFILIATED_WITH]->(n_4)
    WITH e_3, n_4
    ORDER BY coalesce(e_3.until, -1) DESC, n_4.ord
    RETURN [[n_4.name, n_4.ror], e_3.since, e_3.until, e_3.role, e_3.source]
  } END, [coalesce(n_2.openToCollaborate, false), COLLECT {
    CALL (n_2) {
      CALL (n_2) {
        MATCH (person:Researcher {id: n_2.id})
        RETURN person.openToCollaborate IS NOT NULL AS stated
      }
      RETURN stated AS v_5
    }
    RETURN v_5
  }], coalesce(n_2.claimed, false), coalesce(n_2.verificationLevel, 'L0'), [coalesce(n_2.trustScore, 0), COLLECT {
    CALL (n_2) {
      CALL (n_2) {
        MATCH (person:Researcher {id: n_2.id})
        RETURN CASE WHEN person.trustScore >= 50 THEN 'Well documented' WHEN person.trustScore >= 25 THEN 'Corroborated' ELSE 'Unverified' END AS label
      }
      RETURN label AS v_6
    }
    RETURN v_6
  }, COLLECT {
    CALL (n_2) {
      CALL (n_2) {
        MATCH (person:Researcher {id: n_2.id})
        WITH coalesce(person.paperCount, 0) AS works, coalesce(person.topicCount, 0) AS topics
        UNWIND [ {kind: 'public_author_record', points: 10, count: 1}, {kind: 'works', points: CASE WHEN works < 50 THEN works ELSE 50 END, count: works}, {kind: 'topics', points: CASE WHEN topics < 20 THEN topics ELSE 20 END, count: topics} ] AS evidence
        RETURN evidence.kind AS kind, evidence.points AS points, evidence.count AS count
      }
      RETURN {kind: kind, points: points, count: count} AS r_7
    }
    RETURN [r_7.kind, r_7.points, r_7.count]
  }], coalesce(n_2.paperCount, 0), COUNT {
    (n_2)<-[:FOLLOWS]-()
  }, coalesce(n_2.topicCount, 0), coalesce(n_2.collaboratorCount, 0), coalesce(n_2.closeCollaboratorCount, 0), [COLLECT {
    MATCH (n_2)-[e_8:COLLABORATED_WITH]-(n_9)
    WHERE e_8.papers >= 2
    WITH n_9, e_8
    ORDER BY e_8.papers DESC, n_9.ord
    LIMIT $p2
    RETURN [[e_8.papers, [n_9.name]], [e_8.papers, n_9.ord]]
  }, COUNT {
    MATCH (n_2)-[e_8:COLLABORATED_WITH]-()
    WHERE e_8.papers >= 2
  }], [COLLECT {
    CALL (n_2) {
      CALL (n_2) {
        MATCH (person:Researcher {id: n_2.id})-[:AUTHORED]->(paper)-[:ABOUT]->(topic)
        WITH topic, count(DISTINCT paper) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
        RETURN topic AS node, papers, firstYear, lastYear
      }
      RETURN node AS n_11, {papers: papers, firstYear: firstYear, lastYear: lastYear} AS e_10
    }
    WITH n_11, e_10
    WITH n_11, e_10
    ORDER BY e_10.papers DESC, n_11.ord
    LIMIT $p3
    RETURN [[e_10.papers, [n_11.code, n_11.name]], [e_10.papers, n_11.ord]]
  }, null], [COLLECT {
    MATCH (n_2)-[e_12:COLLABORATED_WITH]-(n_13)
    WITH n_13, e_12
    ORDER BY e_12.papers DESC, n_13.ord
    LIMIT $p4
    RETURN [[e_12.papers, e_12.firstYear, e_12.lastYear, [n_13.name]], [e_12.papers, n_13.ord]]
  }, COUNT {
    MATCH (n_2)-[:COLLABORATED_WITH]-()
  }], [COLLECT {
    MATCH ()-[e_14:AUTHORED]->(n_15)
    WHERE e_14.rid = n_2.id AND e_14.ord IS NOT NULL
    WITH n_15, e_14
    ORDER BY e_14.rid, e_14.ord
    LIMIT $p5
    RETURN [[e_14.position, e_14.nameAsWritten, [n_15.id, coalesce(n_15.kind, 'other'), n_15.year, n_15.sources, n_15.title, n_15.abstract, [COLLECT {
      MATCH (n_15)<-[e_16:AUTHORED]-(n_17)
      WITH n_17, e_16
      ORDER BY e_16.position, n_17.id
      LIMIT $p6
      RETURN [[e_16.position, e_16.nameAsWritten, [n_17.id, n_17.name]], [e_16.position, n_17.id]]
    }, COUNT {
      MATCH (n_15)<-[:AUTHORED]-()
    }]]], [e_14.ord]]
  }, COUNT {
    MATCH (n_2)-[:AUTHORED]->()
  }]], [n_2.ord]]
}, null] AS c0
