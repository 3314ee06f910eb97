-- Degrees of separation in PostgreSQL: a search from both ends over an indexed table of pairs in both directions.
CREATE TABLE coauthors (source int, target int);
CREATE TABLE asked (number int, source int, target int);

-- Return the length of the shortest path, or null if it is over max_length. Each step extends the smaller frontier.
CREATE FUNCTION coauthor_distance(source_person int, target_person int, max_length int) RETURNS int LANGUAGE plpgsql STABLE AS $$
DECLARE
  source_frontier int[] := ARRAY[source_person];
  target_frontier int[] := ARRAY[target_person];
  source_reached int[] := source_frontier;
  target_reached int[] := target_frontier;
  reached int[];
BEGIN
  IF source_person = target_person THEN
    RETURN 0;
  END IF;
  FOR steps IN 1..max_length LOOP
    IF cardinality(source_frontier) <= cardinality(target_frontier) THEN
      SELECT array_agg(DISTINCT target) INTO reached FROM coauthors WHERE source = ANY (source_frontier) AND target <> ALL (source_reached);
      IF EXISTS (SELECT FROM unnest(reached) AS found(person) WHERE person = ANY (target_reached)) THEN
        RETURN steps;
      END IF;
      source_frontier := reached;
      source_reached := source_reached || reached;
    ELSE
      SELECT array_agg(DISTINCT target) INTO reached FROM coauthors WHERE source = ANY (target_frontier) AND target <> ALL (target_reached);
      IF EXISTS (SELECT FROM unnest(reached) AS found(person) WHERE person = ANY (source_reached)) THEN
        RETURN steps;
      END IF;
      target_frontier := reached;
      target_reached := target_reached || reached;
    END IF;
    IF reached IS NULL THEN
      RETURN NULL;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
