// Return the papers in a venue's volumes.
// @param id: string  the venue's ID
// @returns node: node, pages: string
MATCH (venue:Venue {id: $id})<-[:PART_OF]-(volume:Volume)<-[appeared:APPEARED_IN]-(paper)
WITH paper, min(appeared.pages) AS pages
RETURN paper AS node, pages
