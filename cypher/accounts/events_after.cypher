// Return events after a number, in the order of commits.
// @param after: int  number of the last event that the reader has
// @param until: int  number of the last event to return
// @param limit: int  maximum number of events
// @returns number: int, action: string, comment: string?, papers: list<string>, notifications: list<map>
MATCH (event:Event)
WHERE event.number > $after AND event.number <= $until
WITH event
ORDER BY event.number
LIMIT $limit
OPTIONAL MATCH (event)-[:ANNOUNCES]->(comment:Comment)
RETURN event.number AS number, event.action AS action, comment.id AS comment,
       [(comment)-[:COMMENTS_ON|REMOVED_FROM]->(paper) | paper.id] AS papers,
       COLLECT {
         MATCH (notification:Notification {number: event.number})<-[:HAS_NOTIFICATION]-(user)
         RETURN {user: user.id, id: notification.id}
       } AS notifications
ORDER BY number
