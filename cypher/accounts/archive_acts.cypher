// Return the follows, reactions and saved papers of a user.
// @param id: string  ID of the user
// @returns item: map
MATCH (:User {id: $id})-[act:FOLLOWS|SAVED|LIKES|DISLIKES|FINDS_INSIGHTFUL|FINDS_REPRODUCIBLE|FINDS_WELL_WRITTEN
  |FINDS_METHOD_QUESTIONABLE|FINDS_BASELINE_MISSING]->(entity)
RETURN {act: type(act), since: act.since, public: act.public, id: entity.id, name: coalesce(entity.title, entity.name)} AS item
