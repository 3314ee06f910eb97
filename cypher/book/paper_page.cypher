// What stands behind a paper's page: the one Cypher that its GraphQL request becomes, each object a list.
// Positions follow the fields of PAPER_PAGE in tests/resolvers/pages.py.
// @param p0: string  the paper's arXiv id
// @param p1: int  at most this many, of one list
// @param p2: int  at most this many, of one list
// @param p3: int  at most this many, of one list
// @param p4: int  at most this many, of one list
// @param p5: int  at most this many, of one list
// @returns c0: list<any>
RETURN COLLECT {
  MATCH (:Identifier {scheme: 'arxiv', value: $p0})-[:IDENTIFIES]->(n_1:Paper)
  RETURN [n_1.id, n_1.title, n_1.abstract, coalesce(n_1.kind, 'other'), n_1.year, n_1.publishedOn, n_1.publishedPrecision, n_1.publishedSource, [i_2 IN range(0, coalesce(size(n_1.dateValues), 0) - 1) | [n_1.dateValues[i_2], n_1.datePrecisions[i_2], n_1.dateKinds[i_2], n_1.dateSources[i_2]]], COLLECT {
    MATCH (n_1)-[e_3:ABOUT]->(n_4)
    WHERE e_3.primary = true
    WITH e_3, n_4
    ORDER BY n_4.ord
    LIMIT 1
    RETURN [n_4.code, n_4.name]
  }, n_1.sources, n_1.openAccess, n_1.licence, COLLECT {
    MATCH (n_1)-[e_5:AVAILABLE_AS]->(n_6)
    WITH e_5, n_6
    ORDER BY coalesce(n_6.date, "9999"), n_6.url, n_6.kind
    RETURN [n_6.url, n_6.version, n_6.date, n_6.kind]
  }, coalesce(n_1.authorsComplete, false), [COLLECT {
    MATCH (n_1)<-[e_7:AUTHORED]-(n_8)
    WITH n_8, e_7
    ORDER BY e_7.position, n_8.id
    LIMIT $p1
    RETURN [[e_7.position, e_7.nameAsWritten, [n_8.id, n_8.name]], [e_7.position, n_8.id]]
  }, COUNT {
    MATCH (n_1)<-[:AUTHORED]-()
  }], COLLECT {
    CALL (n_1) {
      CALL (n_1) {
        MATCH (paper:Paper {id: n_1.id})-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(venue:Venue)
        RETURN venue AS node
        ORDER BY venue.ord
        LIMIT 1
      }
      RETURN node AS n_9
    }
    RETURN [n_9.name, n_9.acronym]
  }, CASE WHEN n_1.institutionsKnown THEN COLLECT {
    CALL (n_1) {
      CALL (n_1) {
        MATCH (paper:Paper {id: n_1.id})-[written:WRITTEN_AT]->(institution)
        WITH institution, written
        ORDER BY written.position, written.asWritten
        WITH institution, collect(DISTINCT written.position) AS positions, collect(DISTINCT written.asWritten) AS asWritten, collect(DISTINCT written.source) AS sources
        RETURN institution AS node, positions, asWritten, sources
        ORDER BY positions[0], institution.ord
      }
      RETURN {node: node, positions: positions, asWritten: asWritten, sources: sources} AS r_10
    }
    RETURN [COLLECT {
      UNWIND [r_10.node] AS n_11
      RETURN [n_11.name]
    }, r_10.positions]
  } END, CASE WHEN n_1.institutionsKnown THEN COLLECT {
    CALL (n_1) {
      CALL (n_1) {
        MATCH (paper:Paper {id: n_1.id})
        RETURN COUNT {
          MATCH (paper)-[:WRITTEN_AT]->(institution)
          RETURN DISTINCT institution
        } AS institutions
      }
      RETURN institutions AS v_12
    }
    RETURN v_12
  } END, [COLLECT {
    MATCH (n_1)-[e_13:ABOUT]->(n_14)
    WITH n_14, e_13
    ORDER BY e_13.score DESC, coalesce(e_13.position, 1000), n_14.ord
    LIMIT $p2
    RETURN [[e_13.score, coalesce(e_13.primary, false), [n_14.code, n_14.name]], [e_13.score, coalesce(e_13.position, 1000), n_14.ord]]
  }, null], n_1.hasCode, n_1.hasDataset, COLLECT {
    CALL (n_1) {
      CALL (n_1) {
        MATCH (paper:Paper {id: n_1.id})-[has:HAS_CODE|HAS_DATASET]->(resource)
        WITH resource, CASE type(has) WHEN 'HAS_CODE' THEN 'code' ELSE 'dataset' END AS kind, min(has.source) AS source
        RETURN resource.url AS url, resource.name AS name, kind, source
        ORDER BY kind, url
      }
      RETURN {url: url, name: name, kind: kind, source: source} AS r_15
    }
    RETURN [r_15.url, r_15.kind, r_15.source]
  }, coalesce(n_1.citationCount, 0), [COLLECT {
    MATCH (n_1)-[e_16:CITES]->(n_17)
    WITH n_17, e_16
    ORDER BY n_17.ord
    LIMIT $p3
    RETURN [[[n_17.title]], [n_17.ord]]
  }, COUNT {
    MATCH (n_1)-[:CITES]->()
  }], [COLLECT {
    MATCH ()<-[e_18:CITES]-(n_19)
    WHERE e_18.pid = n_1.id AND e_18.ord IS NOT NULL
    WITH n_19, e_18
    ORDER BY e_18.pid, e_18.ord
    LIMIT $p4
    RETURN [[[n_19.title]], [e_18.ord]]
  }, COUNT {
    MATCH (n_1)<-[:CITES]-()
  }], COUNT {
    (n_1)<-[:REVIEWS]-()
  }, COUNT {
    (n_1)<-[:COMMENTS_ON]-()
  }, COUNT {
    (n_1)<-[:SAVED]-()
  }, COUNT {
    (n_1)<-[:REACTED {kind: 'like'}]-()
  }, COUNT {
    (n_1)<-[:REACTED {kind: 'dislike'}]-()
  }, COLLECT {
    CALL (n_1) {
      CALL (n_1) {
        MATCH (paper:Paper {id: n_1.id}) CALL (paper) {
          MATCH (paper)-[:CITES]->(cited)<-[:CITES]-(other)
          WHERE cited.citationCount <= 2000
          RETURN other, 'SHARED_REFERENCES' AS kind, count(*) AS number, 1.0 AS weight
          UNION ALL
          MATCH ()-[citing:CITES]->(paper)
          WITH citing
          ORDER BY citing.ord
          LIMIT 500
          WITH startNode(citing) AS citer
          MATCH (citer)-[:CITES]->(other)
          RETURN other, 'CITED_TOGETHER' AS kind, count(*) AS number, 1.0 AS weight
          UNION ALL
          MATCH (paper)<-[:AUTHORED]-(person)-[:AUTHORED]->(other)
          WHERE paper.authorCount <= 100 AND other.authorCount <= 100
          RETURN other, 'SHARED_AUTHORS' AS kind, count(*) AS number, 0.5 AS weight
          UNION ALL
          MATCH (paper)-[:ABOUT]->(topic) CALL (topic) {
            MATCH (other)-[about:ABOUT]->()
            WHERE about.tid = topic.id AND about.ord IS NOT NULL
            RETURN other
            ORDER BY about.tid, about.ord
            LIMIT 50
          }
          RETURN DISTINCT other, 'NEW_ON_TOPIC' AS kind, 0 AS number, 0.0 AS weight
        }
        WITH paper, other, kind, number, weight
        WHERE other <> paper
        WITH paper, other, sum(number * weight) AS strength, [reason IN collect({kind: kind, count: number, score: number * weight})
        WHERE reason.count > 0] AS found
        ORDER BY strength DESC, other.ord
        LIMIT 1000
        WITH other, strength, found, COUNT {
          MATCH (paper)-[:ABOUT]->(topic)<-[:ABOUT]-(other)
          RETURN DISTINCT topic
        } AS topics
        WITH other, strength + topics * 0.25 AS score, found + CASE WHEN topics > 0 THEN [{kind: 'SHARED_TOPICS', count: topics, score: topics * 0.25}] ELSE [] END AS reasons
        WHERE score > 0
        WITH other, score, reasons
        ORDER BY score DESC, other.ord
        LIMIT $p5
        UNWIND reasons AS reason
        WITH other, score, reason
        ORDER BY reason.score DESC, reason.kind
        WITH other, score, collect(reason) AS reasons
        RETURN other AS node, score, reasons
        ORDER BY score DESC, other.ord
      }
      RETURN {node: node, score: score, reasons: reasons} AS r_20
    }
    RETURN [r_20.score, COLLECT {
      UNWIND r_20.reasons AS r_21
      RETURN [r_21.kind, r_21.count, r_21.score]
    }, COLLECT {
      UNWIND [r_20.node] AS n_22
      RETURN [n_22.title]
    }]
  }]
} AS c0
