// Return every index with its state and population percentage.
// @returns name: string, state: string, type: string, percent: float
SHOW INDEXES YIELD name, state, type, populationPercent
RETURN name, state, type, populationPercent AS percent
ORDER BY name
