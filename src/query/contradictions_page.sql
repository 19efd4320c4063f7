SELECT p.*,
       iif(p.kind = 'research',
         (SELECT json_array(st.state, st.note, st.absent_from) FROM contradiction_state AS st
          WHERE st.id = p.contradiction),
         json_array('open', NULL, NULL)) AS state,
       iif(p.kind = 'research',
         (SELECT json_group_array(json_array(side.finding_id, f.claim, f.confidence, f.independent_sources,
                   (SELECT sum(e.weight) FROM evidence AS e WHERE e.finding = f.id)) ORDER BY side.seq)
          FROM contradiction_finding AS side
          LEFT JOIN finding AS f ON f.id = side.finding
          WHERE side.contradiction = p.contradiction AND NOT EXISTS (
            SELECT 1 FROM contradiction_finding AS first
            WHERE first.contradiction = side.contradiction AND first.finding_id = side.finding_id
              AND first.seq < side.seq)),
         (SELECT json_group_array(json_array(NULL, i.summary, NULL, NULL, NULL) ORDER BY i.seq)
          FROM packet_item AS i
          WHERE i.artifact = p.artifact AND i.section = 'contradictions'
            AND iif(p.state_key IS NULL, i.seq = p.first_seq, i.state_key = p.state_key))) AS sides
FROM page AS p
