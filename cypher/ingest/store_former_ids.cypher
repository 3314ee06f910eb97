// Store the external IDs of entities without any remaining record, so that an entity that returns gets its Byline
// ID back.
// @param ids: list<string>    Byline IDs
UNWIND $ids AS id
OPTIONAL MATCH (paper:Paper {id: id})
USING INDEX SEEK paper:Paper(id)
OPTIONAL MATCH (institution:Institution {id: id})
USING INDEX SEEK institution:Institution(id)
OPTIONAL MATCH (funder:Funder {id: id})
USING INDEX SEEK funder:Funder(id)
OPTIONAL MATCH (venue:Venue {id: id})
USING INDEX SEEK venue:Venue(id)
OPTIONAL MATCH (volume:Volume {id: id})
USING INDEX SEEK volume:Volume(id)
WITH id, coalesce(paper, institution, funder, venue, volume) AS thing
MATCH (thing)<-[:IDENTIFIES]-(identifier:Identifier)
MERGE (former:FormerIdentifier {key: identifier.scheme + ':' + identifier.value})
SET former.id = id
