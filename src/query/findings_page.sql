, rated AS NOT MATERIALIZED (
  SELECT e.finding, coalesce(c.reliability, 'unknown') AS reliability, c.reliability_rank AS rank
  FROM evidence AS e
  JOIN citation AS c ON c.id = e.citation
)
SELECT p.*,
       (SELECT json_group_array(t.tag ORDER BY t.seq) FROM finding_tag AS t WHERE t.finding = p.finding) AS tags,
       (SELECT json_group_array(DISTINCT d.local_id ORDER BY d.local_id)
        FROM disputed AS d WHERE d.finding = p.finding) AS contradicted_by,
       (SELECT json_group_array(DISTINCT b.local_id ORDER BY b.local_id)
        FROM blocked AS b WHERE b.finding = p.finding) AS blocked_by,
       (SELECT r.reliability FROM rated AS r WHERE r.finding = p.finding ORDER BY r.rank LIMIT 1) AS best_reliability,
       (SELECT r.reliability FROM rated AS r WHERE r.finding = p.finding ORDER BY r.rank DESC LIMIT 1) AS worst_reliability
FROM page AS p
