// Recompute the names of stale researchers: the fullest form of the source with the highest priority, and all
// other forms.
// Two transactions at a time write different researchers, so neither waits for the other.
// @param ranks: map             rank of each source, 0 is the highest priority; `table`: rank of all others
// @scan because only stale nodes have the label Stale
MATCH (person:Researcher:Stale)
CALL (person) {
  MATCH (person)<-[mention:MENTIONS]-(record)
  WITH DISTINCT person, mention.nameAsWritten AS name, mention.sortName AS sortName, record.source AS source,
       mention.variants AS variants,
       CASE mention.role WHEN 'person' THEN mention.position ELSE 1000 END AS place
  WITH person, name, sortName, source, place, variants,
       coalesce($ranks[source], $ranks.table) AS rank
  ORDER BY rank, source, place, size(name) DESC, name, sortName
  WITH person, collect(name) AS names, collect(sortName)[0] AS sortName, collect(variants) AS variants
  SET person.name = names[0], person.ord = sortName + ' ' + person.id,
      person.aliases = COLLECT {
        UNWIND names + reduce(said = [], one IN variants | said + one) AS other
        WITH DISTINCT other WHERE other <> names[0]
        RETURN other ORDER BY other
      },
      person.orcid = COLLECT { MATCH (person)<-[:IDENTIFIES]-(i:Identifier {scheme: 'orcid'}) RETURN i.value ORDER BY i.value }[0]
  WITH person
  OPTIONAL MATCH (person)<-[:DESCRIBES]-(record)
  WITH person, record
  ORDER BY coalesce($ranks[record.source], $ranks.table),
           record.source, record.key, record.loader
  WITH person, collect(record.personRole) AS roles, collect(record.headline) AS headlines,
       collect(record.homepage) AS homepages, collect(record.openToCollaborate) AS openness,
       collect(record.hiddenFields) AS hiddenFields, collect(record.optedOut)[0] AS optedOut
  WITH *, COLLECT { UNWIND hiddenFields AS fields UNWIND fields AS field RETURN DISTINCT field ORDER BY field } AS hidden
  SET person.role = CASE WHEN NOT 'role' IN hidden THEN roles[0] END,
      person.headline = CASE WHEN NOT 'headline' IN hidden THEN headlines[0] END,
      person.homepage = CASE WHEN NOT 'homepage' IN hidden THEN homepages[0] END,
      person.openToCollaborate = CASE WHEN NOT 'openToCollaborate' IN hidden THEN openness[0] END,
      person.aliases = CASE WHEN 'aliases' IN hidden THEN [] ELSE person.aliases END,
      person.hiddenFields = CASE WHEN hidden <> [] THEN hidden END, person.optedOut = optedOut
} IN 2 CONCURRENT TRANSACTIONS OF 1000 ROWS
