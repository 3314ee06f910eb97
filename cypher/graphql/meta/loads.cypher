// Return the latest 100 loads, newest first.
// @returns id: string, loader: string, version: string, startedAt: string, finishedAt: string, read: int, written: int, unchanged: int, rejected: int, unreadable: int
// @scan because there are few loads
MATCH (load:Load)
RETURN load.id AS id, load.loader AS loader, load.version AS version, load.startedAt AS startedAt,
       load.finishedAt AS finishedAt, load.read AS read, load.new + coalesce(load.changed, 0) AS written,
       load.unchanged AS unchanged, load.rejected AS rejected,
       size(coalesce(load.unreadable, [])) AS unreadable
ORDER BY startedAt DESC, id DESC
LIMIT 100
