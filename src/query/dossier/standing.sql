-- How the findings of each task stand. What speaks against one is what makes an action on it shaky.
, live AS MATERIALIZED (
  SELECT artifact, task FROM scope
)
, standing AS NOT MATERIALIZED (
  SELECT s.task, f.evidence_count, f.independent_sources, f.confidence < 0.5 AS unsure,
         f.id IN (SELECT d.finding FROM disputed AS d WHERE d.finding IS NOT NULL) AS contradicted,
         f.id IN (SELECT b.finding FROM blocked AS b WHERE b.finding IS NOT NULL) AS blocked
  FROM live AS s
  CROSS JOIN finding AS f ON f.artifact = s.artifact
)
SELECT task, count(*) AS findings,
       count(*) FILTER (WHERE contradicted) AS contradicted,
       count(*) FILTER (WHERE blocked) AS blocked,
       count(*) FILTER (WHERE unsure) AS unsure,
       count(*) FILTER (WHERE contradicted OR blocked OR unsure) AS in_doubt,
       count(*) FILTER (WHERE NOT (contradicted OR blocked OR unsure) AND evidence_count = 0) AS no_evidence,
       count(*) FILTER (WHERE NOT (contradicted OR blocked OR unsure) AND evidence_count > 0
                          AND independent_sources <= 1) AS single_source
FROM standing
GROUP BY task
ORDER BY task
