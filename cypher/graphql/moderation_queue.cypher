// Return the moderation cases with open reports. Returns none to users who are not curators.
// @param id: string  ID of the user
// @returns node: node
MATCH (node:ModerationCase)
WHERE node.openReports > 0 AND EXISTS { (curator:User {id: $id}) WHERE curator.role IN ['curator', 'admin'] }
RETURN node
