-- The next round begins where this one ended.
CREATE OR REPLACE TABLE part_of AS SELECT * FROM nearer;
