// Users, and their access tokens by ID and by hash.
CREATE CONSTRAINT user_id IF NOT EXISTS FOR (n:User) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT user_name IF NOT EXISTS FOR (n:User) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT access_token_id IF NOT EXISTS FOR (n:AccessToken) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT access_token_hash IF NOT EXISTS FOR (n:AccessToken) REQUIRE n.hash IS UNIQUE;
