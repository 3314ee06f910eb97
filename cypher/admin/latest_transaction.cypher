// Read no data: the bookmark of the response names the latest committed transaction.
// @returns reached: bool
RETURN true AS reached
