// Return the relation of a user to an object: whether it is the user's own, the ID of the paper that it is, and whether the user
// can read it. Returns no row if no object has the ID.
// @param userId: string  ID of the user; empty without an account
// @param scheme: string  scheme of the object's ID
// @param value: string  ID of an entity, an object of a user, a user, a notification, a decision or an access token
// @returns own: bool, paper: string?, readable: bool
WITH head(COLLECT {
  MATCH (object:Paper|Researcher|Topic|Institution|Venue|Volume|Funder|User|Comment|Review|ReviewReply|Collection|Claim
    |Invitation|Notification|AccessToken {id: $value})
  RETURN object
  UNION
  MATCH (:Identifier {scheme: $scheme, value: $value})-[:IDENTIFIES]->
    (object:Paper|Researcher|Topic|Institution|Venue|Volume|Funder)
  RETURN object
  UNION
  MATCH (object:Record)
  USING INDEX SEEK object:Record(source, key, loader)
  WHERE object.source = 'curator' AND object.key = $value AND object.loader IS NOT NULL
  RETURN object
}) AS object
WHERE object IS NOT NULL
WITH object, EXISTS {
  MATCH (:User {id: $userId})-[:WROTE|WROTE_ANONYMOUSLY|OWNS|MADE|CLAIMED|HAS_TOKEN]->(object)
} AS own
RETURN own, CASE WHEN object:Paper THEN object.id END AS paper, CASE
  WHEN own THEN true
  WHEN object:AccessToken THEN false
  WHEN object:Collection THEN object.visibility <> 'private'
  WHEN object:Review THEN object.visibility = 'public' OR EXISTS { (:User {id: $userId})-[:CAN_READ]->(object) }
  WHEN object:ReviewReply THEN EXISTS {
    MATCH (object)-[:REPLIES_TO]->(review)
    WHERE review.visibility = 'public'
      OR EXISTS { (:User {id: $userId})-[:CAN_READ|WROTE|WROTE_ANONYMOUSLY]->(review) }
  }
  WHEN object:Claim THEN EXISTS { MATCH (user:User {id: $userId}) WHERE user.role IN ['curator', 'admin'] }
  WHEN object:Invitation OR object:Notification THEN EXISTS {
    (:User {id: $userId})-[:SENT|RECEIVED|INTRODUCES|HAS_NOTIFICATION]->(object)
  }
  ELSE true
END AS readable
