// Assign the current change number to the entities that this transaction added or changed.
// @param changed: list<map>    exactly one map: papers, people, institutions, funders, venues, volumes (ids), topics ([scheme, code])
MATCH (feed:ChangeFeedCounter {name: 'changes'})
WITH feed.seq AS seq, $changed[0] AS changed
CALL (seq, changed) {
  UNWIND changed.papers AS id
  MATCH (n:Paper {id: id})
  USING INDEX SEEK n:Paper(id)
  SET n.addedIn = coalesce(n.addedIn, seq), n.changedIn = seq
}
CALL (seq, changed) {
  UNWIND changed.people AS id
  MATCH (n:Researcher {id: id})
  USING INDEX SEEK n:Researcher(id)
  SET n.addedIn = coalesce(n.addedIn, seq), n.changedIn = seq
}
CALL (seq, changed) {
  UNWIND changed.institutions AS id
  MATCH (n:Institution {id: id})
  USING INDEX SEEK n:Institution(id)
  SET n.addedIn = coalesce(n.addedIn, seq), n.changedIn = seq
}
CALL (seq, changed) {
  UNWIND changed.funders AS id
  MATCH (n:Funder {id: id})
  USING INDEX SEEK n:Funder(id)
  SET n.addedIn = coalesce(n.addedIn, seq), n.changedIn = seq
}
CALL (seq, changed) {
  UNWIND changed.venues AS id
  MATCH (n:Venue {id: id})
  USING INDEX SEEK n:Venue(id)
  SET n.addedIn = coalesce(n.addedIn, seq), n.changedIn = seq
}
CALL (seq, changed) {
  UNWIND changed.volumes AS id
  MATCH (n:Volume {id: id})
  USING INDEX SEEK n:Volume(id)
  SET n.addedIn = coalesce(n.addedIn, seq), n.changedIn = seq
}
CALL (seq, changed) {
  UNWIND changed.topics AS code
  MATCH (n:Topic {scheme: code[0], code: code[1]})
  USING INDEX SEEK n:Topic(scheme, code)
  SET n.addedIn = coalesce(n.addedIn, seq), n.changedIn = seq
}
