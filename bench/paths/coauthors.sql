-- Degrees of separation and shortest paths in PostgreSQL: searches from both ends over an indexed table of pairs in both
-- directions.
CREATE TABLE people (number int, id text, name text);
CREATE TABLE coauthors (source int, target int, papers int);
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

-- Return the three shortest paths with most joint papers as JSON, or null if there is none of at most max_length steps.
CREATE FUNCTION coauthor_paths(source_person int, target_person int, max_length int) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  source_frontier int[] := ARRAY[source_person];
  target_frontier int[] := ARRAY[target_person];
  source_reached int[] := source_frontier;
  target_reached int[] := target_frontier;
  source_steps int[] := ARRAY[0];
  target_steps int[] := ARRAY[0];
  source_radius int := 0;
  target_radius int := 0;
  reached int[];
  meeting int[];
BEGIN
  WHILE meeting IS NULL AND source_radius + target_radius < max_length LOOP
    IF cardinality(source_frontier) <= cardinality(target_frontier) THEN
      SELECT array_agg(DISTINCT target) INTO reached FROM coauthors WHERE source = ANY (source_frontier) AND target <> ALL (source_reached);
      SELECT array_agg(person) INTO meeting FROM unnest(reached) AS found(person) WHERE person = ANY (target_reached);
      source_radius := source_radius + 1;
      source_frontier := reached;
      source_reached := source_reached || reached;
      source_steps := source_steps || array_fill(source_radius, ARRAY[cardinality(reached)]);
    ELSE
      SELECT array_agg(DISTINCT target) INTO reached FROM coauthors WHERE source = ANY (target_frontier) AND target <> ALL (target_reached);
      SELECT array_agg(person) INTO meeting FROM unnest(reached) AS found(person) WHERE person = ANY (source_reached);
      target_radius := target_radius + 1;
      target_frontier := reached;
      target_reached := target_reached || reached;
      target_steps := target_steps || array_fill(target_radius, ARRAY[cardinality(reached)]);
    END IF;
    IF reached IS NULL THEN
      RETURN NULL;
    END IF;
  END LOOP;
  RETURN (
    WITH RECURSIVE source_side AS (SELECT * FROM unnest(source_reached, source_steps) AS side(person, steps)),
    target_side AS (SELECT * FROM unnest(target_reached, target_steps) AS side(person, steps)),
    to_source(middle, person, steps, papers, path) AS (
      SELECT person, person, source_radius, 0, ARRAY[person] FROM unnest(meeting) AS met(person)
      UNION ALL
      SELECT walk.middle, pair.target, walk.steps - 1, walk.papers + pair.papers, pair.target || walk.path
      FROM to_source AS walk JOIN coauthors AS pair ON pair.source = walk.person
      JOIN source_side AS side ON side.person = pair.target AND side.steps = walk.steps - 1
    ),
    to_target(middle, person, steps, papers, path) AS (
      SELECT person, person, target_radius, 0, ARRAY[person] FROM unnest(meeting) AS met(person)
      UNION ALL
      SELECT walk.middle, pair.target, walk.steps - 1, walk.papers + pair.papers, walk.path || pair.target
      FROM to_target AS walk JOIN coauthors AS pair ON pair.source = walk.person
      JOIN target_side AS side ON side.person = pair.target AND side.steps = walk.steps - 1
    ),
    best AS (
      SELECT one.papers + other.papers AS papers, one.path || other.path[2:] AS path
      FROM to_source AS one JOIN to_target AS other USING (middle)
      WHERE one.steps = 0 AND other.steps = 0
      ORDER BY 1 DESC, 2
      LIMIT 3
    )
    SELECT json_agg(
      json_build_object('length', cardinality(path) - 1, 'people', (
        SELECT json_agg(json_build_object('id', person.id, 'name', person.name) ORDER BY place)
        FROM unnest(path) WITH ORDINALITY AS listed(number, place) JOIN people AS person USING (number)
      )) ORDER BY papers DESC, path
    )
    FROM best
  );
END
$$;
