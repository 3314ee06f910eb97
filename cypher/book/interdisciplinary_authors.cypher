// Authors on a topic who also publish mostly on other topics.
// @param code: string  the topic's code, such as cs.CL
// @param limit: int  maximum number of people
// @returns person: string, here: int, elsewhere: int, topics: int
// @example code=cs.CL
MATCH (topic:Topic {scheme: 'arxiv', code: $code})<-[:ABOUT]-(paper)<-[:AUTHORED]-(person)
WITH topic, person, count(DISTINCT paper) AS here
MATCH (person)-[:AUTHORED]->(paper)-[:ABOUT]->(other)
WHERE other <> topic
RETURN person.name AS person, here, count(DISTINCT paper) AS elsewhere, count(DISTINCT other) AS topics
ORDER BY topics DESC, elsewhere DESC, person
LIMIT $limit
