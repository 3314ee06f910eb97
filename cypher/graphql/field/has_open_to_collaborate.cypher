// Return whether a researcher's profile states that the researcher is, or is not, open to collaboration.
// @param id: string  the researcher's ID
// @returns stated: bool
MATCH (person:Researcher {id: $id})
RETURN person.openToCollaborate IS NOT NULL AS stated
