// Return the users who can read a review, if the viewer wrote it; sorted by name.
// @param id: string  ID of the review
// @param viewer: string  ID of the viewer; empty without an account
// @returns id: string, name: string
MATCH (review:Review {id: $id})<-[:CAN_READ]-(reader:User)
WHERE EXISTS { (review)<-[:WROTE|WROTE_ANONYMOUSLY]-(:User {id: $viewer}) }
RETURN reader.id AS id, reader.name AS name
ORDER BY name
