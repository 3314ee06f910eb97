// Create synthetic researchers; their affiliations are stale.
// @param rows: list<map>    id, name, ord
UNWIND $rows AS row
CREATE (:Researcher:Stale:StaleCollaborations {
  id: row.id, name: row.name, ord: row.ord, aliases: [], claimed: false, verificationLevel: 'L1', paperCount: 0,
  topicCount: 0, collaboratorCount: 0, closeCollaboratorCount: 0, citationCount: 0, trustScore: 10,
  affiliationsKnown: false
})
