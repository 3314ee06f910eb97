// Create researchers, each with a provisional name.
// @param rows: list<map>    id, name, ord
UNWIND $rows AS row
CREATE (person:Researcher:Stale {
  id: row.id, name: row.name, ord: row.ord, claimed: false, verificationLevel: 'L1', paperCount: 0, topicCount: 0,
  collaboratorCount: 0, closeCollaboratorCount: 0, citationCount: 0, trustScore: 10, affiliationsKnown: false
})
