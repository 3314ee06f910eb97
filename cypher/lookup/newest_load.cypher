// The newest run of one of these loaders: its end, and its bundled file.
// @param loaders: list<string>    names of loaders, also as `unload acl`
// @returns finishedAt: string?, bundle: string?, read: int?
// @scan because there are as many loads as somebody has started
MATCH (load:Load)
WHERE load.loader IN $loaders
RETURN load.finishedAt AS finishedAt, load.bundle AS bundle, load.read AS read
ORDER BY load.id DESC
LIMIT 1
