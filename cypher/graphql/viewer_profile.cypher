// Return the values that a user stated on the claimed profile, hidden ones included. Returns no row before the first edit.
// @param id: string  ID of the user
// @returns name: string, headline: string?, homepage: string?, openToCollaborate: bool?, affiliations: list<map>, hiddenFields: list<string>, optedOut: bool
MATCH (:User {id: $id})-[held:CLAIMED]->(person)
MATCH (record:Record {source: 'profile', key: held.claimId, loader: 'profile'})
WITH person, record
ORDER BY record.key
LIMIT 1
RETURN coalesce(head(COLLECT { MATCH (record)-[mention:MENTIONS]->() RETURN mention.nameAsWritten }), person.name) AS name,
  record.headline AS headline, record.homepage AS homepage, record.openToCollaborate AS openToCollaborate, COLLECT {
    MATCH (record)-[from:HAS_AFFILIATION]->(place)
    RETURN {
      institution: head(COLLECT {
        MATCH (place)-[leads:NAME_OF|IDENTIFIES]->(institution:Institution)
        WHERE place:Identifier OR leads.isUnambiguous
        RETURN institution ORDER BY institution.id
      }),
      since: from.since, until: from.until, role: from.role
    }
    ORDER BY from.since, from.until, from.role, elementId(from)
  } AS affiliations, coalesce(record.hiddenFields, []) AS hiddenFields, coalesce(record.optedOut, false) AS optedOut
