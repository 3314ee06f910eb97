// Delete the appearances in these volumes, whose IDs change.
// @param ids: list<string>    the volumes' IDs
UNWIND $ids AS id
MATCH (volume:Volume {id: id})<-[appeared:APPEARED_IN]-(paper)
USING INDEX SEEK volume:Volume(id)
SET volume:Stale, paper:Stale
DELETE appeared
