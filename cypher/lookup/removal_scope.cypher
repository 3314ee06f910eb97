// Return the number of records of all loaders, and of nodes of users.
// @returns records: int, users: int
// @scan because Neo4j keeps these counts
RETURN COUNT { (:Record) } AS records,
       COUNT { (:User) } + COUNT { (:Collection) } + COUNT { (:Comment) } + COUNT { (:Review) } AS users
