-- Every node that shares a key with another begins as a part of its own.
CREATE OR REPLACE TABLE part_of AS SELECT DISTINCT node, node AS part FROM meets;
