-- One row a text; the first spelling speaks for it.
, page AS MATERIALIZED (
  SELECT text_digest, count(*) AS count, count(DISTINCT lineage) AS runs, count(DISTINCT task) AS tasks,
         min(rank) AS rank, min(when_us) AS first_seen, max(when_us) AS last_seen
  FROM chosen
  GROUP BY text_digest
  ORDER BY runs DESC, rank, first_seen, text_digest
  LIMIT :limit
)
SELECT p.runs, p.tasks, p.count, p.first_seen, p.last_seen,
       (SELECT c.description FROM chosen AS c WHERE c.text_digest = p.text_digest
        ORDER BY c.when_us, c.uuid, c.local_id LIMIT 1) AS description,
       (SELECT c.importance FROM chosen AS c WHERE c.text_digest = p.text_digest
        ORDER BY c.rank LIMIT 1) AS importance,
       (SELECT json_group_array(json_array(c.natural_id, c.local_id, c.task, c.uuid)
                                ORDER BY c.when_us, c.uuid, c.local_id)
        FROM chosen AS c WHERE c.text_digest = p.text_digest) AS members
FROM page AS p
ORDER BY p.runs DESC, p.rank, p.first_seen, p.text_digest
