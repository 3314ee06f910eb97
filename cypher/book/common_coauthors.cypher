// People who wrote with both researchers and can introduce them, most joint papers first.
// @param from: string  name of the first researcher
// @param to: string  name of the second researcher
// @param limit: int  maximum number
// @returns by: string, papersWithFrom: int, papersWithTo: int
// @example from="Shaden Smith" to="Sangkug Lym"
MATCH (:Researcher {name: $from})-[one:COLLABORATED_WITH]-(by)-[other:COLLABORATED_WITH]-(:Researcher {name: $to})
RETURN by.name AS by, one.papers AS papersWithFrom, other.papers AS papersWithTo
ORDER BY one.papers + other.papers DESC, by
LIMIT $limit
