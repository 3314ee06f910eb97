// Erase a part of an account: at most a number of objects of each type; the account itself after its last object. Comments
// with replies of others stay as placeholders without text and author. Returns no row if the account does not exist any more.
// @param id: string  ID of the account
// @param most: int  maximum number of objects of each type
// @param now: string  current time
// @returns name: string, remains: bool
MATCH (user:User {id: $id})
SET user.disabledAt = coalesce(user.disabledAt, $now), user.orcid = null // locks the user, so that acts wait or fail
WITH user, user.name AS name
CALL (user) {
  MATCH (user)-[:HAS_TOKEN|SIGNS_IN_WITH]->(access)
  DETACH DELETE access
}
CALL (user) {
  MATCH (sent:SentMutation)
  WHERE sent.userId = user.id AND sent.sentAt > ''
  WITH sent
  LIMIT $most
  DELETE sent
}
CALL (user) {
  MATCH (user)-[wrote:WROTE]->(comment:Comment)
  WITH user, wrote, comment
  LIMIT $most
  WITH wrote, comment, EXISTS {
    MATCH (comment)<-[:REPLIES_TO*1..20]-(reply:Comment)
    WHERE NOT EXISTS { (user)-[:WROTE]->(reply) }
  } AS stays
  CALL (comment) {
    MATCH (comment)-[:HAS_EDIT|HAS_HIDDEN_EDIT]->(edit)
    DETACH DELETE edit
  }
  CALL (comment) {
    MATCH (notification:Notification)-[:ANNOUNCES]->(comment)
    DETACH DELETE notification
  }
  CALL (comment) {
    MATCH (moderation:ModerationCase {id: comment.id})
    DETACH DELETE moderation
  }
  DELETE wrote
  SET comment.deletedAt = coalesce(comment.deletedAt, $now), comment.hiddenAt = null, comment.text = null,
    comment.html = null, comment.anchor = null, comment.mentions = null
  WITH comment, stays
  CALL (comment) {
    MATCH (comment)-[link:COMMENTS_ON]->(paper)
    CREATE (comment)-[removed:REMOVED_FROM]->(paper)
    SET removed = properties(link)
    DELETE link
  }
  WITH comment, stays
  WHERE NOT stays
  DETACH DELETE comment
}
CALL (user) {
  MATCH (user)-[:WROTE|WROTE_ANONYMOUSLY]->(review:Review)
  WITH review
  LIMIT $most
  CALL (review) {
    MATCH (notification:Notification)-[:ANNOUNCES]->(review)
    DETACH DELETE notification
  }
  CALL (review) {
    MATCH (review)<-[:REPLIES_TO]-(reply:ReviewReply)
    CALL (reply) {
      MATCH (notification:Notification)-[:ANNOUNCES]->(reply)
      DETACH DELETE notification
    }
    OPTIONAL MATCH (moderation:ModerationCase {id: reply.id})
    DETACH DELETE moderation, reply
  }
  CALL (review) {
    MATCH (review)-[:HAS_EDIT|HAS_HIDDEN_EDIT]->(edit)
    DETACH DELETE edit
  }
  OPTIONAL MATCH (moderation:ModerationCase {id: review.id})
  DETACH DELETE moderation, review
}
CALL (user) {
  MATCH (user)-[:WROTE]->(reply:ReviewReply)
  WITH reply
  LIMIT $most
  CALL (reply) {
    MATCH (notification:Notification)-[:ANNOUNCES]->(reply)
    DETACH DELETE notification
  }
  OPTIONAL MATCH (moderation:ModerationCase {id: reply.id})
  DETACH DELETE moderation, reply
}
CALL (user) {
  MATCH (user)-[:OWNS]->(collection)
  WITH collection
  LIMIT $most
  DETACH DELETE collection
}
CALL (user) {
  MATCH (user)-[:MADE]->(claim:Claim)
  WITH user, claim
  LIMIT $most
  CALL (claim) {
    MATCH (entry:AuditEntry {object: claim.id})
    SET entry.reason = null
  }
  CALL (user, claim) {
    MATCH (claim)-[:CONCERNS]->(person)
    OPTIONAL MATCH (user)-[held:CLAIMED {claimId: claim.id}]->(person)
    DELETE held
    WITH person
    SET person.claimed = EXISTS { (person)<-[:CLAIMED]-() }, person.verificationLevel = coalesce(head(COLLECT {
      MATCH (person)<-[other:CLAIMED]-()
      RETURN other.level
      ORDER BY other.level DESC
    }), 'L1')
  }
  DETACH DELETE claim
}
CALL (user) {
  MATCH (user)-[:INTRODUCES]->(invitation {status: 'awaiting_introduction'})
  SET invitation.status = 'introduction_declined'
}
CALL (user) {
  MATCH (user)-[:SENT|RECEIVED]->(invitation)
  WITH invitation
  LIMIT $most
  CALL (invitation) {
    MATCH (message)-[:IN_THREAD_OF]->(invitation)
    OPTIONAL MATCH (notification)-[:ANNOUNCES]->(message)
    DETACH DELETE notification, message
  }
  CALL (invitation) {
    MATCH (notification)-[:ANNOUNCES]->(invitation)
    DETACH DELETE notification
  }
  DETACH DELETE invitation
}
CALL (user) {
  MATCH (user)-[:HAS_NOTIFICATION]->(notification)
  WITH notification
  LIMIT $most
  DETACH DELETE notification
}
CALL (user) {
  MATCH (user)-[block:BLOCKS]-()
  WITH block
  LIMIT $most
  DELETE block
}
CALL (user) {
  MATCH (user)-[reported:REPORTED]->(moderation)
  WITH reported, moderation
  LIMIT $most
  SET moderation.openReports = moderation.openReports - CASE WHEN reported.closedAt IS NULL THEN 1 ELSE 0 END
  DELETE reported
}
CALL (user) {
  MATCH (entry:AuditEntry)
  WHERE entry.object = user.id
  WITH entry
  LIMIT $most
  SET entry.object = null, entry.reason = null
}
CALL (user) {
  MATCH (user)-[link:CHANGED|FOLLOWS|SAVED|LIKES|DISLIKES|FINDS_INSIGHTFUL|FINDS_REPRODUCIBLE|FINDS_WELL_WRITTEN
    |FINDS_METHOD_QUESTIONABLE|FINDS_BASELINE_MISSING|CAN_READ|DECIDED|MODERATED]->()
  WITH link
  LIMIT $most
  DELETE link
}
WITH user, name, EXISTS { (user)--() } OR EXISTS {
    MATCH (sent:SentMutation)
    WHERE sent.userId = user.id AND sent.sentAt > ''
  } OR
  EXISTS { (:AuditEntry {object: $id}) } AS remains
FOREACH (erased IN CASE WHEN remains THEN [] ELSE [user] END | DELETE erased)
RETURN name, remains
