// Return the moderation cases with open reports. Returns none to users who are not curators.
// @param id: string  ID of the user
// @returns node: node
MATCH (curator:User {id: $id})
WHERE curator.role IN ['curator', 'admin']
MATCH (node:ModerationCase)
WHERE node.openReports > 0
RETURN node
