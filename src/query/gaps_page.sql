SELECT p.*,
       iif(p.kind = 'research',
         (SELECT json_array(st.state, st.note, st.absent_from) FROM gap_state AS st WHERE st.id = p.gap),
         (SELECT json_array(st.state, st.note, NULL) FROM packet_gap_state AS st WHERE st.id = p.gap)) AS state,
       (SELECT json_group_array(json_array(b.finding_id, b.finding) ORDER BY b.seq)
        FROM gap_finding AS b
        WHERE b.gap = p.gap AND p.kind = 'research' AND NOT EXISTS (
          SELECT 1 FROM gap_finding AS first
          WHERE first.gap = b.gap AND first.finding_id = b.finding_id AND first.seq < b.seq)) AS blocked_findings,
       (SELECT avg(f.confidence) FROM finding AS f
        WHERE f.id IN (SELECT gf.finding FROM gap_finding AS gf WHERE gf.gap = p.gap)
          AND p.kind = 'research') AS blocked_mean_confidence,
       (SELECT json_group_array(gs.text ORDER BY gs.seq)
        FROM gap_source AS gs WHERE gs.gap = p.gap AND p.kind = 'research') AS suggested_sources,
       (SELECT json_group_array(DISTINCT other.natural_id ORDER BY other.natural_id)
        FROM (SELECT artifact FROM gap AS g WHERE g.text_digest = p.text_digest
              UNION ALL
              SELECT artifact FROM packet_gap AS g WHERE g.text_digest = p.text_digest) AS same
        JOIN lineage AS l ON l.current = same.artifact
        JOIN artifact AS other ON other.id = same.artifact
        WHERE l.id <> p.lineage) AS also_in
FROM page AS p
