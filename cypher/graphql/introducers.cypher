// Return the entities of the introducers that graphql/search_introducers found. A researcher who was removed since is
// left out.
// @param found: list<map>  id, distance, score, reasons (with IDs of topics and institutions), and hops (with IDs)
// @returns node: node, distance: int, score: float, reasons: list<map>, hops: list<map>
UNWIND $found AS row
MATCH (node:Researcher {id: row.id})
CALL (row) {
  UNWIND row.reasons AS reason
  CALL (reason) {
    UNWIND reason.topics AS id
    MATCH (topic:Topic {id: id})
    RETURN collect(topic) AS topics
  }
  CALL (reason) {
    UNWIND reason.institutions AS id
    MATCH (institution:Institution {id: id})
    RETURN collect(institution) AS institutions
  }
  RETURN collect(reason {.kind, .count, .score, researchers: [], papers: [], topics: topics, institutions: institutions}) AS reasons
}
CALL (row) {
  UNWIND row.hops AS hop
  MATCH (one:Researcher {id: hop.fromId})
  MATCH (other:Researcher {id: hop.toId})
  RETURN collect(hop {.*, `from`: one, to: other, since: null, until: null, topics: [], venues: [], excludePapers: []}) AS hops
}
RETURN node, row.distance AS distance, row.score AS score, reasons, hops
ORDER BY distance, score DESC, node.ord
