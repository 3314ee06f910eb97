// Return how many researchers changed after a change number, and the IDs of researchers that were removed or merged
// since.
// @param number: int    change number
// @param first: int     maximum number of changed researchers to count, and of removed IDs to return
// @returns changed: int, removedIds: list<string>
CALL () {
  MATCH (person:Researcher)
  WHERE person.collaborationsChangedIn > $number
  WITH person
  LIMIT $first
  RETURN count(person) AS derived
}
CALL (derived) {
  MATCH (person:Researcher)
  WHERE person.changedIn > $number AND person.id IS NOT NULL
  WITH person
  LIMIT $first
  RETURN count(person) AS changed
}
CALL (derived) {
  MATCH (gone:Tombstone)
  WHERE gone.changedIn > $number AND gone.label = 'Researcher' AND gone.id IS NOT NULL
  WITH gone
  LIMIT $first
  RETURN collect(gone.id) AS removedIds
}
RETURN derived + changed AS changed, removedIds
