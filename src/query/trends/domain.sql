, member AS NOT MATERIALIZED (SELECT DISTINCT artifact, NULL AS finding, domain AS key FROM run_domain)
