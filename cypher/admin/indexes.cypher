// Every index with its state and how much of it is filled.
// @returns name: string, state: string, type: string, percent: float
SHOW INDEXES YIELD name, state, type, populationPercent
RETURN name, state, type, populationPercent AS percent
ORDER BY name
