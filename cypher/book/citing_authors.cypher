// Who builds on the work of a researcher? Authors, other than co-authors, whose papers cite the
// researcher's most often.
// @param name: string  name of the researcher
// @param limit: int  maximum number of people
// @returns author: string, citingPapers: int, citedPapers: int
// @example name="Noam Shazeer"
MATCH (person:Researcher {name: $name})-[:AUTHORED]->(paper)<-[:CITES]-(citing)<-[:AUTHORED]-(author)
WHERE author <> person AND NOT EXISTS { (author)-[:COLLABORATED_WITH]-(person) }
WITH author, count(DISTINCT citing) AS citingPapers, count(DISTINCT paper) AS citedPapers
ORDER BY citingPapers DESC, citedPapers DESC, author.ord
LIMIT $limit
RETURN author.name AS author, citingPapers, citedPapers
