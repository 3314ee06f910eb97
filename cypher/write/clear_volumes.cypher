// Take back what sources say of these volumes, before it is written anew.
// @param keys: list<string>    the volumes' keys
UNWIND $keys AS key
MATCH (volume:Volume {key: key})
SET volume = {id: volume.id, key: volume.key}, volume:Stale
WITH volume
MATCH (volume)-[fact:PART_OF|EDITED]-(other)
SET other:Stale
DELETE fact
