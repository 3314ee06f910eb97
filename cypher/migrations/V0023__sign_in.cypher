// Accounts at OpenID providers, by the hash of issuer and subject.
CREATE CONSTRAINT external_account_key IF NOT EXISTS FOR (n:ExternalAccount) REQUIRE n.key IS UNIQUE;
