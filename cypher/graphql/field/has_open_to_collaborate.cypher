// Whether anyone said that a researcher is, or is not, open to working together.
// @param id: string  the researcher's id
// @returns stated: bool
MATCH (person:Researcher {id: $id})
RETURN person.openToCollaborate IS NOT NULL AS stated
