// Add an event to the outbox, and notify users: each at most once, for the first of the reasons below. The counter is locked
// until the commit, so numbers have the order of commits. Deletes expired events with their notifications.
// @param object: string  ID of the comment, review, reply to a review, invitation or claim
// @param action: string  name of the mutation
// @param after: string?  new value of the object, such as the decision about it
// @param userId: string  ID of the user who acts; this user is not notified
// @param now: string  current time
// @param expired: string  time before which events are deleted
MERGE (counter:EventCounter {name: 'events'})
SET counter.number = coalesce(counter.number, 0) + 1
CREATE (event:Event {number: counter.number, action: $action, createdAt: $now})
WITH event
CALL (event) {
  MATCH (object:Comment|Review|ReviewReply|Invitation|Claim {id: $object})
  CREATE (event)-[:ANNOUNCES]->(object)
  WITH event, object, COLLECT {
    MATCH (user:User)
    WHERE $action = 'addComment' AND user.name IN object.mentions
    RETURN {user: user, kind: 'mention'} AS reason
    UNION ALL
    MATCH (object)-[:REPLIES_TO]->(:Comment)<-[:WROTE]-(user)
    WHERE $action = 'addComment'
    RETURN {user: user, kind: 'reply'} AS reason
    UNION ALL
    MATCH (object)-[:COMMENTS_ON]->(:Paper)<-[:AUTHORED]-(:Researcher)<-[:CLAIMED]-(user)
    WHERE $action = 'addComment'
    RETURN {user: user, kind: 'comment'} AS reason
    UNION ALL
    MATCH (object)-[:REVIEWS]->(:Paper)<-[:AUTHORED]-(:Researcher)<-[:CLAIMED]-(user)
    WHERE $action = 'addReview'
    RETURN {user: user, kind: 'review'} AS reason
    UNION ALL
    MATCH (object)<-[:CAN_READ]-(user)
    WHERE $action = 'addReview'
    RETURN {user: user, kind: 'sharedReview'} AS reason
    UNION ALL
    MATCH (object)<-[:WROTE|WROTE_ANONYMOUSLY]-(user)
    WHERE $action = 'replyToReview' AND EXISTS {
      (object)<-[:REPLIES_TO]-(:ReviewReply)<-[:WROTE]-(:User {id: $userId}) // no notification of a deleted reply
    }
    RETURN {user: user, kind: 'reviewReply'} AS reason
    UNION ALL
    MATCH (object)<-[:RECEIVED]-(user)
    WHERE $action IN ['inviteResearcher', 'answerIntroduction']
    RETURN {user: user, kind: 'invitation'} AS reason
    UNION ALL
    MATCH (object)<-[:INTRODUCES]-(user)
    WHERE $action = 'inviteResearcher'
    RETURN {user: user, kind: 'introductionRequest'} AS reason
    UNION ALL
    MATCH (object:Invitation {status: 'pending'})<-[:SENT]-(user)
    WHERE $action = 'answerIntroduction'
    RETURN {user: user, kind: 'introduction'} AS reason
    UNION ALL
    MATCH (object:Invitation {status: 'accepted'})<-[:SENT]-(user)
    WHERE $action = 'answerInvitation'
    RETURN {user: user, kind: 'acceptedInvitation'} AS reason
    UNION ALL
    MATCH (object)<-[:SENT|RECEIVED]-(user)
    WHERE $action = 'sendInvitationMessage'
    RETURN {user: user, kind: 'message'} AS reason
    UNION ALL
    MATCH (object)<-[:MADE]-(user)
    WHERE $action IN ['decideClaim', 'revokeClaim']
    RETURN {user: user, kind: 'claim'} AS reason
    UNION ALL
    MATCH (object)<-[:WROTE|WROTE_ANONYMOUSLY]-(user)
    WHERE $action = 'moderateContent' AND $after <> 'dismiss'
    RETURN {user: user, kind: 'moderation'} AS reason
  } AS reasons
  UNWIND reasons AS reason
  WITH event, object, reason.user AS user, collect(reason.kind)[0] AS kind
  WHERE user.id <> $userId AND NOT EXISTS {
    (user)-[:BLOCKS]->(:User {id: $userId})
    WHERE NOT coalesce(object.anonymous, false) // the missing notification would tell who wrote an anonymous review
  }
  WITH event, object, collect({user: user, kind: kind}) AS recipients
  UNWIND range(0, size(recipients) - 1) AS place
  WITH event, object, place, recipients[place].user AS user, recipients[place].kind AS kind
  CREATE (user)-[:HAS_NOTIFICATION]->(notification:Notification {id: 'e_' + event.number + '_' + place, number: event.number,
    kind: kind, createdAt: $now})
  CREATE (notification)-[:ANNOUNCES]->(object)
  WITH notification, object
  WHERE $action = 'replyToReview'
  MATCH (object)<-[:REPLIES_TO]-(reply:ReviewReply)<-[:WROTE]-(:User {id: $userId})
  CREATE (notification)-[:ANNOUNCES]->(reply) // so that the notification is deleted with the reply
}
CALL () {
  MATCH (old:Event)
  WHERE old.createdAt < $expired
  WITH old
  LIMIT 100
  CALL (old) {
    MATCH (notification:Notification {number: old.number})
    DETACH DELETE notification
  }
  DETACH DELETE old
}
