// Wait until every index is online.
// @param seconds: int  at most this long
CALL db.awaitIndexes($seconds)
