// Count moderation cases whose number of open reports is not the number of reports without a decision.
// @scan because every object of a kind is compared
// @param repair: bool  true: also repair what is wrong
// @row CheckRow
// @returns wrong: int, example: string?
MATCH (moderation:ModerationCase)
WHERE moderation.openReports <> COUNT { (moderation)<-[report:REPORTED]-() WHERE report.closedAt IS NULL }
CALL (moderation) {
  WITH moderation
  WHERE $repair
  SET moderation.kind = moderation.kind // locks the case
  WITH moderation
  SET moderation.openReports = COUNT { (moderation)<-[report:REPORTED]-() WHERE report.closedAt IS NULL }
}
RETURN count(*) AS wrong, min(moderation.id) AS example
