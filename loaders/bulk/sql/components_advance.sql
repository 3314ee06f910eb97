-- Use the result of this iteration as the input of the next one.
CREATE OR REPLACE TABLE component_of AS SELECT * FROM component_next;
