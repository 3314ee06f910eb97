// Return the volumes in which a paper appeared, oldest first.
// @param id: string  the paper's ID
// @returns node: node, pages: string, issue: string
MATCH (paper:Paper {id: $id})-[appeared:APPEARED_IN]->(volume:Volume)
RETURN volume AS node, appeared.pages AS pages, appeared.issue AS issue
ORDER BY volume.year, volume.id
