-- What the first run of each task was asked: the question the task began with.
SELECT s.task, r.query
FROM scope AS s
JOIN run AS r ON r.artifact = s.artifact
WHERE s.task IN (SELECT value FROM json_each(:tasks)) AND NOT EXISTS (
  SELECT 1
  FROM scope AS earlier
  WHERE earlier.kind = 'research' AND earlier.task = s.task AND (earlier.when_us, earlier.uuid) < (s.when_us, s.uuid))
ORDER BY s.task
