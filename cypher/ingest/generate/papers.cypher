// Create synthetic papers with identifiers, authors, topics, volume, institutions, manifestations and code.
// @param rows: list<map>    values, authors, topics, places, volume, form, code: see loaders/generate/rows.py
UNWIND $rows AS row
CREATE (paper:Paper:Stale)
SET paper = row.values
CREATE (:Identifier {scheme: 'doi', value: paper.doi})-[:IDENTIFIES]->(paper)
WITH paper, row
CALL (paper, row) {
  UNWIND row.authors AS author
  MATCH (person:Researcher {id: author.rid})
  CREATE (person)-[authored:AUTHORED]->(paper)
  SET authored = author
}
CALL (paper, row) {
  UNWIND row.topics AS about
  MATCH (topic:Topic {id: about.tid})
  CREATE (paper)-[filed:ABOUT]->(topic)
  SET filed = about
}
CALL (paper, row) {
  UNWIND row.places AS place
  MATCH (institution:Institution {id: place.iid})
  CREATE (paper)-[written:WRITTEN_AT]->(institution)
  SET written = place
}
CALL (paper, row) {
  UNWIND row.volume AS id
  MATCH (volume:Volume {id: id})
  CREATE (paper)-[:APPEARED_IN]->(volume)
}
FOREACH (form IN row.form |
  CREATE (paper)-[:AVAILABLE_AS]->(:Manifestation {url: form.url, kind: form.kind, source: form.source})
)
FOREACH (code IN row.code | CREATE (paper)-[:HAS_CODE {source: code.source}]->(:Resource {url: code.url}))
