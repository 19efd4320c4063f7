INSERT INTO artifact (
  uuid, kind, schema_name, lineage, natural_id, task, title, status, version, version_key, when_us, when_text,
  canonical_digest, raw_digest, raw_size, source, source_line, rules, batch, ingested_at
) VALUES (
  :uuid, :kind, :schema_name, :lineage, :natural_id, :task, :title, :status, :version, :version_key, :when_us,
  :when_text, :canonical_digest, :raw_digest, :raw_size, :source, :source_line, :rules, :batch, :ingested_at
)
