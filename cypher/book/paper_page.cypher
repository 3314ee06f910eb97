// The Cypher statement of a paper's page: the query Paper of docs/graphql.md. Each object is a list in the order of its
// fields.
// @param p0: string  the paper's arXiv ID
// @param p1: int  maximum number of items of a list
// @param p2: int  maximum number of items of a list
// @param p3: int  maximum number of items of a list
// @param p4: int  maximum number of items of a list
// @param p5: int  maximum number of items of a list
// @param p6: int  maximum number of items of a list
// @param p7: list<string>  kinds of reasons for similar papers
// @default p7='["SHARED_REFERENCES","CITED_TOGETHER","SHARED_AUTHORS","SHARED_TOPICS"]'
// @returns c0: list<any>
CALL () {
  MATCH (:Identifier {scheme: 'arxiv', value: $p0})-[:IDENTIFIES]->(n_1:Paper)
  CALL (n_1) {
    MATCH (n_1)-[e_3:ABOUT]->(n_4)
    WHERE e_3.primary = true
    WITH e_3, n_4
    ORDER BY n_4.ord
    LIMIT 1
    WITH [n_4.code, n_4.name] AS y_5
    RETURN collect(y_5) AS x_6
  }
  CALL (n_1) {
    MATCH (n_1)-[e_7:AVAILABLE_AS]->(n_8)
    WITH e_7, n_8
    ORDER BY coalesce(n_8.date, "9999"), n_8.url, n_8.kind
    WITH [n_8.url, n_8.version, n_8.date, n_8.kind] AS y_9
    RETURN collect(y_9) AS x_10
  }
  CALL (n_1) {
    MATCH (n_1)<-[e_11:AUTHORED]-(n_12)
    WITH n_12, e_11
    ORDER BY e_11.position, n_12.id
    LIMIT $p1
    WITH [[e_11.position, e_11.nameAsWritten, [n_12.id, n_12.name]], [e_11.position, n_12.id]] AS y_13
    RETURN collect(y_13) AS x_14
  }
  CALL (n_1) {
    CALL (n_1) {
      CALL (n_1) {
        MATCH (paper:Paper {id: n_1.id})-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(venue:Venue)
        RETURN venue AS node
        ORDER BY venue.ord
        LIMIT 1
      }
      RETURN node AS n_15
    }
    WITH [n_15.name, n_15.acronym] AS y_16
    RETURN collect(y_16) AS x_17
  }
  CALL (n_1) {
    CALL (n_1) {
      CALL (n_1) {
        MATCH (paper:Paper {id: n_1.id})-[written:WRITTEN_AT]->(institution)
        WITH institution, written
        ORDER BY written.position, written.asWritten
        WITH institution, collect(DISTINCT written.position) AS positions, collect(DISTINCT written.asWritten) AS asWritten, collect(DISTINCT written.source) AS sources
        RETURN institution AS node, positions[0] AS position, positions, asWritten, sources
      }
      RETURN node AS n_19, {position: position, positions: positions, asWritten: asWritten, sources: sources} AS e_18
    }
    WITH n_19, e_18
    WITH n_19, e_18
    ORDER BY coalesce(e_18.position, 1000000), n_19.ord
    LIMIT $p2
    WITH [[e_18.positions, [n_19.name]], [coalesce(e_18.position, 1000000), n_19.ord]] AS y_20
    RETURN collect(y_20) AS x_21
  }
  CALL (n_1) {
    CALL (n_1) {
      CALL (n_1) {
        MATCH (paper:Paper {id: n_1.id})
        RETURN COUNT {
          MATCH (paper)-[:WRITTEN_AT]->(institution)
          RETURN DISTINCT institution
        } AS institutions
      }
      RETURN institutions AS v_22
    }
    WITH v_22 AS y_23
    RETURN collect(y_23) AS x_24
  }
  CALL (n_1) {
    MATCH (n_1)-[e_25:ABOUT]->(n_26)
    WITH n_26, e_25
    ORDER BY e_25.score DESC, coalesce(e_25.position, 1000), n_26.ord
    LIMIT $p3
    WITH [[e_25.score, coalesce(e_25.primary, false), [n_26.code, n_26.name]], [e_25.score, coalesce(e_25.position, 1000), n_26.ord]] AS y_27
    RETURN collect(y_27) AS x_28
  }
  CALL (n_1) {
    CALL (n_1) {
      CALL (n_1) {
        MATCH (paper:Paper {id: n_1.id})-[has:HAS_CODE|HAS_DATASET]->(resource)
        WITH resource, CASE type(has) WHEN 'HAS_CODE' THEN 'code' ELSE 'dataset' END AS kind, min(has.source) AS source
        RETURN resource.url AS url, resource.name AS name, kind, source
        ORDER BY kind, url
      }
      RETURN {url: url, name: name, kind: kind, source: source} AS r_29
    }
    WITH [r_29.url, r_29.kind, r_29.source] AS y_30
    RETURN collect(y_30) AS x_31
  }
  CALL (n_1) {
    MATCH (n_1)-[e_32:CITES]->(n_33)
    WITH n_33, e_32
    ORDER BY n_33.ord
    LIMIT $p4
    WITH [[[n_33.title]], [n_33.ord]] AS y_34
    RETURN collect(y_34) AS x_35
  }
  CALL (n_1) {
    MATCH ()<-[e_36:CITES]-(n_37)
    WHERE e_36.pid = n_1.id AND e_36.ord IS NOT NULL
    WITH n_37, e_36
    ORDER BY e_36.pid, e_36.ord
    LIMIT $p5
    WITH [[[n_37.title]], [e_36.ord]] AS y_38
    RETURN collect(y_38) AS x_39
  }
  CALL (n_1) {
    CALL (n_1) {
      CALL (n_1) {
        MATCH (paper:Paper {id: n_1.id})
        CALL (paper) {
          WITH COUNT {
            (paper)<-[:CITES]-()
          } AS citing, COUNT {
            MATCH (paper)-[:ABOUT]->(topic)
            RETURN DISTINCT topic
          } AS topics, COUNT {
            (paper)-[:CITES]->(cited)
            WHERE cited.citationCount <= 2000
          } AS references, COUNT {
            (paper)<-[:AUTHORED]-()
          } AS people, EXISTS {
            (paper)-[:HAS_EMBEDDING]->()
          } AS hasVector
          RETURN CASE WHEN 'SHARED_REFERENCES' IN $p7 THEN references ELSE 0 END + CASE WHEN NOT 'CITED_TOGETHER' IN $p7 THEN 0 WHEN citing > 500 THEN 500 ELSE citing END + CASE WHEN 'SHARED_AUTHORS' IN $p7 AND people <= 100 THEN people * 0.5 ELSE 0 END + CASE WHEN 'SHARED_TOPICS' IN $p7 THEN topics * 0.25 ELSE 0 END + CASE WHEN 'MEANING' IN $p7 AND hasVector THEN 2.0 ELSE 0 END AS highest
        }
        CALL (paper) {
          WITH paper
          WHERE 'SHARED_REFERENCES' IN $p7
          MATCH (paper)-[:CITES]->(cited)<-[:CITES]-(other)
          WHERE cited.citationCount <= 2000
          RETURN other, 'SHARED_REFERENCES' AS kind, count(*) AS number, count(*) * 1.0 AS points, null AS similarity
          UNION ALL
          WITH paper
          WHERE 'CITED_TOGETHER' IN $p7
          MATCH ()-[citing:CITES]->(paper)
          WITH citing
          ORDER BY citing.ord
          LIMIT 500
          WITH startNode(citing) AS citer
          MATCH (citer)-[:CITES]->(other)
          RETURN other, 'CITED_TOGETHER' AS kind, count(*) AS number, count(*) * 1.0 AS points, null AS similarity
          UNION ALL
          WITH paper
          WHERE 'SHARED_AUTHORS' IN $p7
          MATCH (paper)<-[:AUTHORED]-(person)-[:AUTHORED]->(other)
          WHERE paper.authorCount <= 100 AND other.authorCount <= 100
          RETURN other, 'SHARED_AUTHORS' AS kind, count(*) AS number, count(*) * 0.5 AS points, null AS similarity
          UNION ALL
          WITH paper
          WHERE 'SHARED_TOPICS' IN $p7
          MATCH (paper)-[:ABOUT]->(topic)
          CALL (topic) {
            MATCH (other)-[about:ABOUT]->()
            WHERE about.tid = topic.id AND about.ord IS NOT NULL
            RETURN other
            ORDER BY about.tid, about.ord
            LIMIT 50
          }
          RETURN DISTINCT other, 'NEW_ON_TOPIC' AS kind, 0 AS number, 0.0 AS points, null AS similarity
          UNION ALL
          WITH paper
          WHERE 'MEANING' IN $p7
          MATCH (paper)-[:HAS_EMBEDDING]->(embedding)
          CALL db.index.vector.queryNodes('embedding_vector', 101, embedding.vector) YIELD node
          WITH embedding, node
          WHERE node.model = embedding.model
          WITH node, 2 * vector.similarity.cosine(node.vector, embedding.vector) - 1 AS similarity
          WHERE similarity > 0
          MATCH (node)<-[:HAS_EMBEDDING]-(other)
          RETURN other, 'MEANING' AS kind, 0 AS number, 2.0 * similarity AS points, similarity
        }
        WITH paper, highest, other, kind, number, points, similarity
        WHERE other <> paper
        WITH paper, highest, other, sum(points) AS strength, [reason IN collect({kind: kind, count: number, score: points, similarity: similarity}) WHERE reason.score > 0] AS found
        ORDER BY strength DESC, other.ord
        LIMIT 1000
        WITH paper, highest, other, strength, found, CASE WHEN 'SHARED_TOPICS' IN $p7 THEN COUNT {
          MATCH (paper)-[:ABOUT]->(topic)<-[:ABOUT]-(other)
          RETURN DISTINCT topic
        } ELSE 0 END AS topics
        WITH paper, highest, other, strength + topics * 0.25 AS points, found + CASE WHEN topics > 0 THEN [{kind: 'SHARED_TOPICS', count: topics, score: topics * 0.25, similarity: null}] ELSE [] END AS reasons
        WHERE points > 0
        WITH paper, highest, other, points, reasons
        ORDER BY points DESC, other.ord
        LIMIT $p6
        UNWIND reasons AS reason
        WITH paper, highest, other, points, reason, round(100 * reason.score / highest, 2) AS share
        ORDER BY reason.score DESC, reason.kind
        WITH other, points, round(100 * points / highest, 2) AS score, collect({kind: reason.kind, count: reason.count, score: share, similarity: reason.similarity, fromId: paper.id, toId: other.id}) AS reasons
        RETURN other AS node, CASE WHEN score > 100 THEN 100.0 ELSE score END AS score, reasons
        ORDER BY points DESC, other.ord
      }
      RETURN {node: node, score: score, reasons: reasons} AS r_40
    }
    CALL (r_40) {
      UNWIND r_40.reasons AS r_41
      WITH [r_41.kind, r_41.count, r_41.score] AS y_42
      RETURN collect(y_42) AS x_43
    }
    CALL (r_40) {
      UNWIND [r_40.node] AS n_44
      WITH [n_44.title] AS y_45
      RETURN collect(y_45) AS x_46
    }
    WITH [r_40.score, x_43, x_46] AS y_47
    RETURN collect(y_47) AS x_48
  }
  WITH [n_1.id, n_1.title, n_1.abstract, coalesce(n_1.kind, 'other'), n_1.year, n_1.publishedOn, n_1.publishedPrecision, n_1.publishedSource, [i_2 IN range(0, coalesce(size(n_1.dateValues), 0) - 1) | [n_1.dateValues[i_2], n_1.datePrecisions[i_2], n_1.dateKinds[i_2], n_1.dateSources[i_2]]], x_6, n_1.sources, n_1.openAccess, n_1.license, x_10, coalesce(n_1.authorsComplete, false), [x_14, COUNT {
    MATCH (n_1)<-[:AUTHORED]-()
  }], x_17, CASE WHEN n_1.institutionsKnown THEN [x_21, null] END, CASE WHEN n_1.institutionsKnown THEN x_24 END, [x_28, null], n_1.hasCode, n_1.hasDataset, x_31, coalesce(n_1.citationCount, 0), [x_35, COUNT {
    MATCH (n_1)-[:CITES]->()
  }], [x_39, COUNT {
    MATCH (n_1)<-[:CITES]-()
  }], COUNT {
    (n_1)<-[:REVIEWS]-()
  }, COUNT {
    (n_1)<-[:COMMENTS_ON]-()
  }, COUNT {
    (n_1)<-[:SAVED]-()
  }, COUNT {
    (n_1)<-[:LIKES]-()
  }, COUNT {
    (n_1)<-[:DISLIKES]-()
  }, x_48] AS y_49
  RETURN collect(y_49) AS x_50
}
RETURN x_50 AS c0
