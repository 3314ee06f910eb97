-- Row counts of the tables to aggregate.
SELECT count(*) FROM mention UNION ALL SELECT count(*) FROM refers UNION ALL SELECT count(*) FROM candidate_name
