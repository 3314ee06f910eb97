// Moderation cases, by the ID of the content and by the number of open reports.
CREATE CONSTRAINT moderation_case_id IF NOT EXISTS FOR (n:ModerationCase) REQUIRE n.id IS UNIQUE;
CREATE INDEX moderation_case_reports IF NOT EXISTS FOR (n:ModerationCase) ON (n.openReports);
CREATE CONSTRAINT review_reply_id IF NOT EXISTS FOR (n:ReviewReply) REQUIRE n.id IS UNIQUE;
