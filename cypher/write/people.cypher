// Researchers that a batch speaks of; a new one starts with the name that it was first met under.
// @param rows: list<map>    id, name, ord
UNWIND $rows AS row
MERGE (person:Researcher {id: row.id})
ON CREATE SET person.name = row.name, person.ord = row.ord, person.claimed = false, person.verificationLevel = 'L1',
              person.paperCount = 0, person.topicCount = 0, person.collaboratorCount = 0,
              person.closeCollaboratorCount = 0, person.citationCount = 0, person.trustScore = 10,
              person.affiliationsKnown = false
SET person:Stale
