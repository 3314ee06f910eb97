// Return venues, institutions or funders with the same name that may be one entity: no source has records of both,
// and their countries do not differ.
// @param kind: string     Venue, Institution or Funder
// @param after: string    only greater folded names; empty: all
// @param limit: int       maximum number of names
// @returns key: string, candidates: list<map>
// @row DuplicateRow
// @scan because only curators run it, and duplicates are known only after all names are read
MATCH (thing:Venue|Institution|Funder)
WHERE $kind IN labels(thing)
WITH left(thing.ord, size(thing.ord) - size(thing.id) - 1) AS name, thing
WHERE name > $after
WITH name, collect(thing) AS things
WHERE size(things) > 1
WITH name, things, [thing IN things | {
  thing: thing, sources: COLLECT { MATCH (thing)<-[:DESCRIBES]-(record) RETURN DISTINCT record.source }
}] AS said
WHERE any(one IN said WHERE any(other IN said
  WHERE one.thing.id < other.thing.id AND none(source IN one.sources WHERE source IN other.sources)
    AND coalesce(one.thing.countryCode = other.thing.countryCode, true)))
RETURN name AS key, [thing IN things | thing {.id, .name}] AS candidates
ORDER BY key
LIMIT $limit
