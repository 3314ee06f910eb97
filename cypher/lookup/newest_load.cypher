// Return the newest load by one of these loaders: its end, and its bundled file.
// @param loaders: list<string>    names of loaders; `unload NAME` for unloads
// @returns finishedAt: string?, bundle: string?, read: int?
// @scan because there are few loads
MATCH (load:Load)
WHERE load.loader IN $loaders
RETURN load.finishedAt AS finishedAt, load.bundle AS bundle, load.read AS read
ORDER BY load.id DESC
LIMIT 1
