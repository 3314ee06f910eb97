// Take back what appeared in these volumes, where they are to go by other ids from now on.
// @param ids: list<string>    the volumes' ids
UNWIND $ids AS id
MATCH (volume:Volume {id: id})<-[appeared:APPEARED_IN]-(paper)
SET volume:Stale, paper:Stale
DELETE appeared
