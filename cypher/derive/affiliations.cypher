// Recompute the affiliations of stale researchers, from author lists and their own records, and whether any source
// states them. Affiliations that the person hides become HIDES_AFFILIATION_WITH, which conflicts of interest use.
// Affiliations in a person's record lead to institutions as in ingest/affiliations: by ROR ID, whole text, or candidate
// names.
// @scan because only stale nodes have the label Stale
MATCH (person:Researcher:Stale)
CALL (person) {
  OPTIONAL MATCH (person)-[before:AFFILIATED_WITH|HIDES_AFFILIATION_WITH]->()
  DELETE before
  WITH DISTINCT person
  WITH person, EXISTS { MATCH (person)<-[mention:MENTIONS]-() WHERE mention.affiliations IS NOT NULL } AS stated,
       EXISTS { MATCH (person)<-[:DESCRIBES]-(record) WHERE 'affiliations' IN record.hiddenFields } AS hidden
  SET person.affiliationsKnown = stated AND NOT hidden
  WITH person, stated, hidden
  WHERE stated
  CALL (person) {
    MATCH (person)-[authored:AUTHORED]->(paper)-[written:WRITTEN_AT]->(institution)
    WHERE written.position = authored.position
    RETURN institution, min(paper.year) AS since, max(paper.year) AS until, 'author' AS role, 'by-line' AS source
    UNION
    MATCH (person)<-[:DESCRIBES]-(record)-[from:HAS_AFFILIATION]->(place)-[leads:NAME_OF|IDENTIFIES]->(institution:Institution)
    WHERE place:Identifier OR leads.isUnambiguous
    RETURN institution, min(from.since) AS since, max(from.until) AS until, min(from.role) AS role,
           min(record.source) AS source
    UNION
    MATCH (person)<-[:DESCRIBES]-(record)-[from:HAS_AFFILIATION]->(whole:InstitutionName)
    WHERE from.position = 0 AND NOT EXISTS { (whole)-[:NAME_OF {isUnambiguous: true}]->() }
    CALL (record, from) {
      MATCH (record)-[may:CANDIDATE_NAME {asWritten: from.asWritten}]->(name)
      CALL (may, name) {
        MATCH (name)-[names:NAME_OF]->(known:Institution)
        WHERE coalesce(known.status, 'active') <> 'withdrawn'
          AND (may.countries IS NULL OR names.country IS NULL OR names.country IN may.countries)
        WITH may, collect({
          institution: known, shown: names.shown, ror: names.ror, parents: names.parents, isEducational: names.isEducational,
          country: names.country IN may.countries, city: names.city IN may.places
        }) AS living
        WITH may, living, [one IN living WHERE one.city] AS near
        WITH may, living, CASE WHEN size(near) = 0 THEN living ELSE near END AS namesakes
        WITH may, namesakes, CASE
               WHEN size(living) = 1 THEN living
               WHEN size(namesakes) = 1 THEN namesakes
               ELSE [one IN namesakes WHERE one.shown]
             END AS left
        WITH may, size(left) <> 1 AS isParent, CASE WHEN size(left) = 1 THEN left ELSE [
               one IN namesakes
               WHERE all(other IN namesakes WHERE other.institution = one.institution OR one.ror IN other.parents)
             ] END AS left
        WHERE size(left) = 1 AND (may.needs IS NULL OR left[0].city OR (may.needs <> 'city' AND left[0].country)
          OR (may.needs = 'place or parent' AND isParent)
          OR (may.needs = 'place or education' AND left[0].isEducational))
        RETURN left[0].institution AS meant
      }
      WITH may, meant ORDER BY may.rank
      WITH collect({may: may, institution: meant}) AS decided
      UNWIND decided AS one
      WITH decided, one
      WHERE none(other IN decided
                 WHERE other.may.rank < one.may.rank
                   AND other.may.first <= one.may.last AND one.may.first <= other.may.last)
      RETURN one.institution AS institution
    }
    RETURN institution, min(from.since) AS since, max(from.until) AS until, min(from.role) AS role,
           min(record.source) AS source
  }
  WITH person, hidden, institution, since, until, role, source
  ORDER BY source = 'by-line', source, since, until, role
  WITH person, hidden, institution, collect([since, until, role, source])[0] AS said
  FOREACH (_ IN CASE WHEN hidden THEN [] ELSE [1] END |
    CREATE (person)-[:AFFILIATED_WITH {since: said[0], until: said[1], role: said[2], source: said[3]}]->(institution))
  FOREACH (_ IN CASE WHEN hidden THEN [1] ELSE [] END |
    CREATE (person)-[:HIDES_AFFILIATION_WITH {since: said[0], until: said[1]}]->(institution))
} IN TRANSACTIONS OF 2000 ROWS
