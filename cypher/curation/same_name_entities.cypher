// Venues, institutions or funders of one name of which no source tells that they are two: no source has both, and no two
// countries are said of them.
// @param kind: string     Venue, Institution or Funder
// @param after: string    only folded names above it; empty for all
// @param limit: int       at most this many names
// @returns key: string, candidates: list<map>
// @row DuplicateRow
// @scan because only a curator asks, and which names stand twice is known once all are read
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
