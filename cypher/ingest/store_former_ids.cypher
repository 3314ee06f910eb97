// Store the external IDs of entities without any remaining record, so that an entity that returns gets its Byline
// ID back.
// @param ids: list<string>    Byline IDs
UNWIND $ids AS id
OPTIONAL MATCH (paper:Paper {id: id})
OPTIONAL MATCH (institution:Institution {id: id})
OPTIONAL MATCH (funder:Funder {id: id})
OPTIONAL MATCH (venue:Venue {id: id})
OPTIONAL MATCH (volume:Volume {id: id})
WITH id, coalesce(paper, institution, funder, venue, volume) AS thing
MATCH (thing)<-[:IDENTIFIES]-(identifier:Identifier)
MERGE (former:FormerIdentifier {key: identifier.scheme + ':' + identifier.value})
SET former.id = id
