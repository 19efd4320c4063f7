-- Everything inside documents that has an id of its own. place also tells entries of a packet apart.
WITH item AS NOT MATERIALIZED (
  SELECT 'finding' AS kind, id, artifact, local_id, NULL AS place FROM finding
  UNION ALL SELECT 'citation', id, artifact, local_id, NULL FROM citation
  UNION ALL SELECT 'theme', id, artifact, local_id, NULL FROM theme
  UNION ALL SELECT 'gap', id, artifact, local_id, NULL FROM gap
  UNION ALL SELECT 'contradiction', id, artifact, local_id, NULL FROM contradiction
  UNION ALL SELECT 'action', id, artifact, local_id, NULL FROM action
  UNION ALL SELECT 'packet-gap', id, artifact, local_id, NULL FROM packet_gap
  UNION ALL SELECT 'packet-item', id, artifact, local_id, section || '/' || seq FROM packet_item
)
