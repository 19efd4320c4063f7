, basis AS NOT MATERIALIZED (
  SELECT af.action, af.seq, af.finding_id, af.finding
  FROM action_finding AS af
  WHERE NOT EXISTS (
    SELECT 1 FROM action_finding AS first
    WHERE first.action = af.action AND first.finding_id = af.finding_id AND first.seq < af.seq)
)
SELECT p.*,
       (SELECT json_group_array(json_array(b.finding_id, b.finding) ORDER BY b.seq)
        FROM basis AS b WHERE b.action = p.item) AS based_on,
       (SELECT json_group_array(r.reason || ' ' || b.finding_id ORDER BY b.seq, r.reason)
        FROM basis AS b
        LEFT JOIN finding AS f ON f.id = b.finding
        JOIN (SELECT 'blocked' AS reason UNION ALL SELECT 'contradicted'
              UNION ALL SELECT 'low-confidence' UNION ALL SELECT 'missing') AS r
        WHERE b.action = p.item
          AND CASE r.reason
                WHEN 'blocked' THEN EXISTS (SELECT 1 FROM blocked AS x WHERE x.finding = f.id)
                WHEN 'contradicted' THEN EXISTS (SELECT 1 FROM disputed AS x WHERE x.finding = f.id)
                WHEN 'low-confidence' THEN f.confidence < 0.5
                ELSE f.id IS NULL
              END) AS shaky
FROM page AS p
