// Count all records, all curators' decisions, the decisions of `$loader`, and the nodes of users.
// @param loader: string  the loader
// @returns records: int, decisions: int, ownDecisions: int, users: int
// @scan because Neo4j keeps the counts of labels
RETURN COUNT { (:Record) } AS records,
       COUNT {
         MATCH (decision:Record)
         WHERE decision.source = 'curator' AND decision.key IS NOT NULL AND decision.loader IS NOT NULL
       } AS decisions,
       COUNT {
         MATCH (decision:Record)
         WHERE decision.source = 'curator' AND decision.key IS NOT NULL AND decision.loader = $loader
       } AS ownDecisions,
       COUNT { (:User) } + COUNT { (:Collection) } + COUNT { (:Comment) } + COUNT { (:Review) } AS users
