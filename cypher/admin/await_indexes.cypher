// Wait until every index is online.
// @param seconds: int  maximum duration
CALL db.awaitIndexes($seconds)
