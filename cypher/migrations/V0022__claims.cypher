// Claims of profiles by ID and status, and accounts by their verified ORCID iD.
CREATE CONSTRAINT claim_id IF NOT EXISTS FOR (n:Claim) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT user_orcid IF NOT EXISTS FOR (n:User) REQUIRE n.orcid IS UNIQUE;
CREATE INDEX claim_status IF NOT EXISTS FOR (n:Claim) ON (n.status);
