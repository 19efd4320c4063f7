SELECT p.uuid AS artifact, p.kind, p.natural_id AS natural_id, p.task AS task,
       (SELECT count(*) FROM artifact AS o
        WHERE o.lineage = a.lineage
          AND (o.version_key, o.when_us, o.canonical_digest) <= (a.version_key, a.when_us, a.canonical_digest)) AS revision,
       l.current IS a.id AS current, p.when_us AS "when", a.status, a.source,
       (SELECT count(*) FROM diagnostic AS d WHERE d.artifact = a.id AND d.severity = 'warning') AS warnings,
       a.title, p.uuid AS uuid, p.when_us AS when_us
FROM page AS p
JOIN artifact AS a ON a.id = p.row
JOIN lineage AS l ON l.id = a.lineage
