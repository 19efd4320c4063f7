-- Current runs other than this one whose evidence was taken from the same sources.
SELECT a.natural_id AS run, a.task, a.uuid AS artifact, a.when_us AS "when",
       json_group_array(DISTINCT s.key ORDER BY s.key) AS sources,
       json_group_array(DISTINCT f.local_id ORDER BY f.local_id) AS findings
FROM json_each(:sources) AS mine
JOIN evidence AS e ON e.source = mine.value
JOIN source AS s ON s.id = e.source
JOIN finding AS f ON f.id = e.finding
JOIN lineage AS l ON l.current = f.artifact
JOIN artifact AS a ON a.id = f.artifact
WHERE a.lineage <> :lineage
GROUP BY a.id
ORDER BY a.when_us, a.uuid
