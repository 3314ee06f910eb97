// Write the affiliations of these papers (WRITTEN_AT). An affiliation leads to an institution by its ROR ID, by
// its whole text, or by a candidate name in its text.
//
// The whole text takes precedence over candidate names, and a wider candidate name over a narrower one. A
// candidate name leads to an institution if exactly one institution remains that has the name, is not withdrawn,
// and is in a country that the text names, if it names any. Of several, it leads to the one in a city that the
// text names, else to the one that is displayed under that name, else to the one that is the parent of all others. An
// unspecific name also requires a matching place in the text (may.needs); the parent of all others with the name of a
// company needs none, nor does an educational institution with an acronym of four or five letters.
// @param ids: list<string>    the papers' IDs
// @param mark_changed: bool           true: add papers with other affiliations than before to the change feed
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
USING INDEX SEEK paper:Paper(id)
CALL (paper) {
  MATCH (paper)-[before:WRITTEN_AT]->(institution)
  SET institution:Stale, paper:Stale
  WITH institution.id AS institution, before, before.position AS position
  DELETE before
  RETURN collect([institution, position]) AS was
}
CALL (paper) {
  CALL (paper) {
    MATCH (paper)<-[:DESCRIBES]-(record)-[stated:HAS_AFFILIATION]->(place)
    MATCH (place)-[leads:NAME_OF|IDENTIFIES]->(institution:Institution)
    WHERE place:Identifier OR leads.isUnambiguous
    RETURN record, stated.asWritten AS asWritten, institution, collect(stated.position) AS places
    UNION
    MATCH (paper)<-[:DESCRIBES]-(record)
    CALL (record) {
      MATCH (record)-[whole:HAS_AFFILIATION]->(:InstitutionName)-[:NAME_OF {isUnambiguous: true}]->()
      RETURN collect(DISTINCT whole.asWritten) AS wholes
    }
    MATCH (record)-[may:CANDIDATE_NAME]->(name)
    WHERE NOT may.asWritten IN wholes
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
    WITH record, may, meant ORDER BY may.rank
    WITH record, may.asWritten AS asWritten, collect({may: may, institution: meant}) AS decided
    UNWIND decided AS one
    WITH record, asWritten, decided, one
    WHERE none(other IN decided
               WHERE other.may.rank < one.may.rank
                 AND other.may.first <= one.may.last AND one.may.first <= other.may.last)
    RETURN record, asWritten, one.institution AS institution, one.may.positions AS places
  }
  MATCH (record)-[mention:MENTIONS {role: 'author'}]->(person)-[authored:AUTHORED]->(paper)
  WHERE mention.position IN places
  WITH paper, institution, authored.position AS position, min(record.source) AS source, min(asWritten) AS asWritten
  CREATE (paper)-[:WRITTEN_AT {
    position: position, source: source, asWritten: asWritten, iid: institution.id, ord: paper.ord
  }]->(institution)
  SET paper:Stale, institution:Stale
  RETURN collect([institution.id, position]) AS now
}
WITH paper, was, now
WHERE $mark_changed AND (size(was) <> size(now) OR any(one IN now WHERE NOT one IN was))
MATCH (feed:ChangeFeedCounter {name: 'changes'})
SET paper.changedIn = feed.seq
