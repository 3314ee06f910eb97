-- Rows of the tables that are gathered into groups.
SELECT count(*) FROM mention UNION ALL SELECT count(*) FROM refers UNION ALL SELECT count(*) FROM may_name
