-- The archive: artifacts and their original bytes are the truth; every table below "derived" can be
-- rebuilt from them. Times are UTC microseconds. Ids are TEXT. Absent values are NULL.

-- Which casebook brought the tables to which version, so that a refusal can name it.
CREATE TABLE migration (
  version  INTEGER PRIMARY KEY,
  casebook TEXT    NOT NULL,
  at       INTEGER NOT NULL
) STRICT;

-- One ingest that wrote something. Its counts arrive last, so a batch without an outcome was cut short.
CREATE TABLE batch (
  id         INTEGER PRIMARY KEY,
  uuid       TEXT    NOT NULL UNIQUE,
  started_at INTEGER NOT NULL,
  version    TEXT    NOT NULL
) STRICT;

CREATE TABLE batch_outcome (
  batch     INTEGER PRIMARY KEY REFERENCES batch (id),
  documents INTEGER NOT NULL,
  stored    INTEGER NOT NULL,
  revised   INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  rejected  INTEGER NOT NULL
) STRICT;

-- Everything that shares a natural id; its artifacts are its revisions.
-- natural_key is unique within the kind, natural_id of artifact is what people read.
CREATE TABLE lineage (
  id          INTEGER PRIMARY KEY,
  kind        TEXT    NOT NULL,
  natural_key TEXT    NOT NULL,
  current     INTEGER REFERENCES artifact (id) DEFERRABLE INITIALLY DEFERRED,
  UNIQUE (kind, natural_key)
) STRICT;

CREATE INDEX lineage_current ON lineage (current);

CREATE TABLE artifact (
  id               INTEGER PRIMARY KEY,
  uuid             TEXT    NOT NULL UNIQUE,
  kind             TEXT    NOT NULL,
  schema_name      TEXT    NOT NULL,
  lineage          INTEGER NOT NULL REFERENCES lineage (id),
  natural_id       TEXT    NOT NULL,
  task             TEXT,
  title            TEXT    NOT NULL,
  status           TEXT,
  version          TEXT,
  version_key      TEXT    NOT NULL,  -- version in a spelling that sorts as numbers do
  when_us          INTEGER NOT NULL,
  when_text        TEXT,              -- as the document wrote it; NULL if it names no time
  canonical_digest BLOB    NOT NULL CHECK (length(canonical_digest) = 32),
  raw_digest       BLOB    NOT NULL CHECK (length(raw_digest) = 32),
  raw_size         INTEGER NOT NULL,
  source           TEXT    NOT NULL,
  source_line      INTEGER NOT NULL,
  rules            TEXT,              -- JSON: the codes denied and allowed, NULL if none
  batch            INTEGER NOT NULL REFERENCES batch (id),
  ingested_at      INTEGER NOT NULL
) STRICT;

CREATE INDEX artifact_lineage    ON artifact (lineage, version_key, when_us, canonical_digest);
CREATE INDEX artifact_task       ON artifact (task);
CREATE INDEX artifact_natural_id ON artifact (natural_id);
CREATE INDEX artifact_when       ON artifact (when_us, uuid);
CREATE INDEX artifact_raw_digest ON artifact (raw_digest);
CREATE INDEX artifact_batch      ON artifact (batch);

CREATE TABLE original (
  artifact INTEGER PRIMARY KEY REFERENCES artifact (id) ON DELETE CASCADE,
  bytes    BLOB    NOT NULL           -- zstd
) STRICT;

-- How large they are, without reading them.
CREATE INDEX original_size ON original (length(bytes));

-- What was refused, with its bytes. key is the SHA-256 of bytes, kind and task.
CREATE TABLE quarantine (
  id          INTEGER PRIMARY KEY,
  key         BLOB    NOT NULL UNIQUE CHECK (length(key) = 32),
  kind        TEXT,
  task        TEXT,
  source      TEXT    NOT NULL,
  source_line INTEGER NOT NULL,
  first_seen  INTEGER NOT NULL,
  size        INTEGER NOT NULL,
  digest      BLOB    NOT NULL CHECK (length(digest) = 32),
  complete    INTEGER NOT NULL CHECK (complete IN (0, 1)),  -- 0: only the first 64 KiB are kept
  rules       TEXT,
  bytes       BLOB    NOT NULL        -- zstd
) STRICT;

CREATE TABLE quarantine_attempt (
  quarantine INTEGER NOT NULL REFERENCES quarantine (id) ON DELETE CASCADE,
  seq        INTEGER NOT NULL,
  batch      INTEGER NOT NULL REFERENCES batch (id),
  at         INTEGER NOT NULL,
  source     TEXT    NOT NULL,
  PRIMARY KEY (quarantine, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX quarantine_attempt_batch ON quarantine_attempt (batch);

CREATE TABLE quarantine_diagnostic (
  quarantine INTEGER NOT NULL REFERENCES quarantine (id) ON DELETE CASCADE,
  seq        INTEGER NOT NULL,
  code       TEXT    NOT NULL,
  severity   TEXT    NOT NULL,
  pointer    TEXT    NOT NULL,
  keyword    TEXT,
  message    TEXT    NOT NULL,
  hint       TEXT,
  line       INTEGER NOT NULL,
  "column"   INTEGER NOT NULL,
  PRIMARY KEY (quarantine, seq)
) STRICT, WITHOUT ROWID;

-- What people decided about gaps and contradictions. Append-only. Tied to the text, not to row ids,
-- so that a record survives revisions, rebuild and merge and never sticks to another item.
CREATE TABLE resolution (
  id          INTEGER PRIMARY KEY,
  uuid        TEXT    NOT NULL UNIQUE,
  kind        TEXT    NOT NULL CHECK (kind IN ('gap', 'contradiction')),
  task        TEXT,
  run         TEXT    NOT NULL,
  local_id    TEXT    NOT NULL,
  text_digest BLOB    NOT NULL CHECK (length(text_digest) = 32),
  state       TEXT    NOT NULL CHECK (state IN ('resolved', 'accepted', 'reopened')),
  note        TEXT    NOT NULL,
  by          TEXT,
  finding     TEXT,
  at          INTEGER NOT NULL
) STRICT;

CREATE INDEX resolution_item ON resolution (run, local_id);

-- Derived from here on.

-- The warnings an artifact was stored with.
CREATE TABLE diagnostic (
  artifact INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq      INTEGER NOT NULL,
  code     TEXT    NOT NULL,
  severity TEXT    NOT NULL,
  pointer  TEXT    NOT NULL,
  keyword  TEXT,
  message  TEXT    NOT NULL,
  hint     TEXT,
  line     INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  PRIMARY KEY (artifact, seq)
) STRICT, WITHOUT ROWID;

-- A source, however many citations spell it: a canonical URL, or type and title.
CREATE TABLE source (
  id  INTEGER PRIMARY KEY,
  key TEXT    NOT NULL UNIQUE
) STRICT;

-- A theme's name without its case and spacing.
CREATE TABLE theme_name (
  id  INTEGER PRIMARY KEY,
  key TEXT    NOT NULL UNIQUE
) STRICT;

CREATE TABLE run (
  artifact          INTEGER PRIMARY KEY REFERENCES artifact (id) ON DELETE CASCADE,
  research_id       TEXT    NOT NULL,
  short_name        TEXT    NOT NULL,
  status            TEXT    NOT NULL,
  query             TEXT    NOT NULL,
  context           TEXT,
  created_us        INTEGER NOT NULL,
  created_text      TEXT    NOT NULL,
  completed_us      INTEGER,
  completed_text    TEXT,
  duration_s        INTEGER,
  searched          INTEGER NOT NULL,
  used              INTEGER NOT NULL,
  overall           REAL,
  source_quality    REAL,
  source_diversity  REAL,
  evidence_strength REAL,
  consistency       REAL,
  recency           REAL
) STRICT;

-- Trends read these of every run, and nothing else of it.
CREATE INDEX run_confidence
  ON run (artifact, overall, source_quality, source_diversity, evidence_strength, consistency, recency);

CREATE TABLE run_domain (
  artifact INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq      INTEGER NOT NULL,
  domain   TEXT    NOT NULL,
  PRIMARY KEY (artifact, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX run_domain_domain ON run_domain (domain);

-- What was asked beside the original query, and what was left out.
CREATE TABLE run_query (
  artifact INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  role     TEXT    NOT NULL CHECK (role IN ('expanded', 'exclusion')),
  seq      INTEGER NOT NULL,
  text     TEXT    NOT NULL,
  PRIMARY KEY (artifact, role, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_tool (
  artifact INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  tool     TEXT    NOT NULL,
  sources  INTEGER NOT NULL,
  PRIMARY KEY (artifact, tool)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_caveat (
  artifact INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq      INTEGER NOT NULL,
  text     TEXT    NOT NULL,
  PRIMARY KEY (artifact, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE citation (
  id          INTEGER PRIMARY KEY,
  artifact    INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq         INTEGER NOT NULL,
  local_id    TEXT    NOT NULL,
  source      INTEGER NOT NULL REFERENCES source (id),
  type        TEXT    NOT NULL,
  title       TEXT    NOT NULL,
  url         TEXT,
  author      TEXT,
  date        TEXT,
  reliability TEXT,
  reliability_rank INTEGER GENERATED ALWAYS AS
    (CASE reliability WHEN 'high' THEN 0 WHEN 'medium' THEN 1 WHEN 'low' THEN 2 ELSE 3 END) STORED,
  tool        TEXT,
  excerpt     TEXT,
  findings    INTEGER NOT NULL,  -- of its document, that rest on its source; told once a source, else 0
  UNIQUE (artifact, local_id)
) STRICT;

CREATE INDEX citation_source   ON citation (source, artifact, findings, reliability_rank);
CREATE INDEX citation_local_id ON citation (local_id);

CREATE TABLE finding (
  id                  INTEGER PRIMARY KEY,
  artifact            INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq                 INTEGER NOT NULL,
  local_id            TEXT    NOT NULL,
  claim               TEXT    NOT NULL,
  confidence          REAL    NOT NULL,
  relevance           REAL,
  category            TEXT,
  source_count        INTEGER,           -- as the document claims
  independent_sources INTEGER NOT NULL,  -- as its citations show
  evidence_count      INTEGER NOT NULL,
  UNIQUE (artifact, local_id)
) STRICT;

CREATE INDEX finding_local_id   ON finding (local_id);
CREATE INDEX finding_confidence ON finding (confidence DESC, artifact);

CREATE TABLE finding_tag (
  finding INTEGER NOT NULL REFERENCES finding (id) ON DELETE CASCADE,
  seq     INTEGER NOT NULL,
  tag     TEXT    NOT NULL,
  PRIMARY KEY (finding, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX finding_tag_tag ON finding_tag (tag);

-- citation and source are NULL where the document names a citation it does not have.
CREATE TABLE evidence (
  finding     INTEGER NOT NULL REFERENCES finding (id) ON DELETE CASCADE,
  seq         INTEGER NOT NULL,
  citation    INTEGER REFERENCES citation (id),
  citation_id TEXT    NOT NULL,
  source      INTEGER REFERENCES source (id),
  quote       TEXT    NOT NULL,
  weight      REAL,
  quote_match TEXT    NOT NULL CHECK (quote_match IN ('exact', 'normalised', 'elided', 'absent', 'unchecked')),
  PRIMARY KEY (finding, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX evidence_citation ON evidence (citation);
CREATE INDEX evidence_source   ON evidence (source, finding);

CREATE TABLE theme (
  id          INTEGER PRIMARY KEY,
  artifact    INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq         INTEGER NOT NULL,
  local_id    TEXT    NOT NULL,
  theme_name  INTEGER NOT NULL REFERENCES theme_name (id),
  name        TEXT    NOT NULL,
  description TEXT,
  strength    TEXT,
  findings    INTEGER NOT NULL,  -- that its document's themes of this name use; told once a name, else 0
  UNIQUE (artifact, local_id)
) STRICT;

CREATE INDEX theme_theme_name ON theme (theme_name, artifact, findings);
CREATE INDEX theme_local_id   ON theme (local_id);

CREATE TABLE theme_finding (
  theme      INTEGER NOT NULL REFERENCES theme (id) ON DELETE CASCADE,
  seq        INTEGER NOT NULL,
  finding    INTEGER REFERENCES finding (id),
  finding_id TEXT    NOT NULL,
  PRIMARY KEY (theme, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX theme_finding_finding ON theme_finding (finding);

CREATE TABLE contradiction (
  id                 INTEGER PRIMARY KEY,
  artifact           INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq                INTEGER NOT NULL,
  local_id           TEXT    NOT NULL,
  description        TEXT    NOT NULL,
  text_digest        BLOB    NOT NULL CHECK (length(text_digest) = 32),
  resolution         TEXT,
  severity           TEXT,
  severity_rank      INTEGER GENERATED ALWAYS AS
    (CASE severity WHEN 'critical' THEN 0 WHEN 'significant' THEN 1 WHEN 'minor' THEN 2 ELSE 3 END) VIRTUAL,
  requires_consensus INTEGER CHECK (requires_consensus IN (0, 1)),  -- NULL: not stated, which means yes
  UNIQUE (artifact, local_id)
) STRICT;

CREATE INDEX contradiction_local_id ON contradiction (local_id);
CREATE INDEX contradiction_severity ON contradiction (artifact, severity_rank);

CREATE TABLE contradiction_finding (
  contradiction INTEGER NOT NULL REFERENCES contradiction (id) ON DELETE CASCADE,
  seq           INTEGER NOT NULL,
  finding       INTEGER REFERENCES finding (id),
  finding_id    TEXT    NOT NULL,
  PRIMARY KEY (contradiction, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX contradiction_finding_finding ON contradiction_finding (finding);

CREATE TABLE gap (
  id              INTEGER PRIMARY KEY,
  artifact        INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL,
  local_id        TEXT    NOT NULL,
  description     TEXT    NOT NULL,
  text_digest     BLOB    NOT NULL CHECK (length(text_digest) = 32),
  importance      TEXT,
  importance_rank INTEGER GENERATED ALWAYS AS
    (CASE importance WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 WHEN 'low' THEN 3 ELSE 4 END) VIRTUAL,
  blocked_count   INTEGER NOT NULL,  -- different findings it blocks, missing ones included
  UNIQUE (artifact, local_id)
) STRICT;

CREATE INDEX gap_local_id    ON gap (local_id);
CREATE INDEX gap_text_digest ON gap (text_digest, artifact);
CREATE INDEX gap_importance  ON gap (artifact, importance_rank, local_id);

CREATE TABLE gap_finding (
  gap        INTEGER NOT NULL REFERENCES gap (id) ON DELETE CASCADE,
  seq        INTEGER NOT NULL,
  finding    INTEGER REFERENCES finding (id),
  finding_id TEXT    NOT NULL,
  PRIMARY KEY (gap, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX gap_finding_finding ON gap_finding (finding);

CREATE TABLE gap_source (
  gap  INTEGER NOT NULL REFERENCES gap (id) ON DELETE CASCADE,
  seq  INTEGER NOT NULL,
  text TEXT    NOT NULL,
  PRIMARY KEY (gap, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE action (
  id            INTEGER PRIMARY KEY,
  artifact      INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq           INTEGER NOT NULL,
  local_id      TEXT    NOT NULL,
  action        TEXT    NOT NULL,
  rationale     TEXT,
  priority      TEXT    NOT NULL,
  priority_rank INTEGER GENERATED ALWAYS AS
    (CASE priority WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 WHEN 'low' THEN 3 ELSE 4 END) VIRTUAL,
  effort        TEXT,
  UNIQUE (artifact, local_id)
) STRICT;

CREATE INDEX action_local_id ON action (local_id);
CREATE INDEX action_priority ON action (artifact, priority_rank);

CREATE TABLE action_finding (
  action     INTEGER NOT NULL REFERENCES action (id) ON DELETE CASCADE,
  seq        INTEGER NOT NULL,
  finding    INTEGER REFERENCES finding (id),
  finding_id TEXT    NOT NULL,
  PRIMARY KEY (action, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX action_finding_finding ON action_finding (finding);

CREATE TABLE packet (
  artifact         INTEGER PRIMARY KEY REFERENCES artifact (id) ON DELETE CASCADE,
  packet_id        TEXT    NOT NULL,
  project          TEXT    NOT NULL,
  role             TEXT    NOT NULL,
  task_id          TEXT    NOT NULL,
  step_id          TEXT    NOT NULL,
  step_attempt     INTEGER NOT NULL,
  objective        TEXT    NOT NULL,
  permission       TEXT    NOT NULL,
  plan_hash        TEXT    NOT NULL,
  active_step      INTEGER NOT NULL,
  total_steps      INTEGER NOT NULL,
  allocated_tokens INTEGER NOT NULL,
  estimated_tokens INTEGER NOT NULL
) STRICT;

CREATE INDEX packet_packet_id ON packet (packet_id);
CREATE INDEX packet_step      ON packet (task_id, step_id, step_attempt);

CREATE TABLE packet_outcome (
  artifact INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq      INTEGER NOT NULL,
  outcome  TEXT    NOT NULL,
  PRIMARY KEY (artifact, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE packet_criterion (
  artifact          INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq               INTEGER NOT NULL,
  local_id          TEXT    NOT NULL,
  description       TEXT    NOT NULL,
  verification_kind TEXT    NOT NULL,
  target_ref        TEXT,
  required          INTEGER NOT NULL CHECK (required IN (0, 1)),
  PRIMARY KEY (artifact, seq),
  UNIQUE (artifact, local_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE packet_predecessor (
  artifact     INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq          INTEGER NOT NULL,
  step_id      TEXT    NOT NULL,
  role         TEXT    NOT NULL,
  status       TEXT    NOT NULL,
  summary      TEXT    NOT NULL,
  settled_us   INTEGER NOT NULL,
  settled_text TEXT    NOT NULL,
  PRIMARY KEY (artifact, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX packet_predecessor_step ON packet_predecessor (step_id);

CREATE TABLE packet_artifact (
  artifact    INTEGER NOT NULL,
  predecessor INTEGER NOT NULL,
  seq         INTEGER NOT NULL,
  name        TEXT    NOT NULL,
  kind        TEXT    NOT NULL,
  ref         TEXT    NOT NULL,
  snippet     TEXT,
  PRIMARY KEY (artifact, predecessor, seq),
  FOREIGN KEY (artifact, predecessor) REFERENCES packet_predecessor (artifact, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- predecessor is -1 for the plan's own settled decisions, else the predecessor that took it.
CREATE TABLE packet_decision (
  artifact    INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  predecessor INTEGER NOT NULL,
  seq         INTEGER NOT NULL,
  decision    TEXT    NOT NULL,
  PRIMARY KEY (artifact, predecessor, seq)
) STRICT, WITHOUT ROWID;

-- One entry of the packet's environment. What is known of it is in columns, all of it in body.
CREATE TABLE packet_item (
  id          INTEGER PRIMARY KEY,
  artifact    INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  section     TEXT    NOT NULL CHECK (section IN
    ('sharedDefaults', 'projectKnowledge', 'currentState', 'contradictions', 'activeSkills')),
  seq         INTEGER NOT NULL,
  local_id    TEXT,
  kind        TEXT,
  summary     TEXT,
  authority   TEXT,
  confidence  TEXT,
  source_type TEXT,
  source_ref  TEXT,
  state_key   TEXT,
  status      TEXT,
  observed_us INTEGER,
  body        TEXT    NOT NULL,
  UNIQUE (artifact, section, seq)
) STRICT;

CREATE INDEX packet_item_local_id  ON packet_item (local_id);
CREATE INDEX packet_item_state_key ON packet_item (state_key, artifact);

CREATE TABLE packet_gap (
  id          INTEGER PRIMARY KEY,
  artifact    INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq         INTEGER NOT NULL,
  -- The document gives these no id; one made of the text survives a change of order.
  local_id    TEXT    GENERATED ALWAYS AS ('gap-' || lower(hex(substr(text_digest, 1, 4)))) VIRTUAL,
  text        TEXT    NOT NULL,
  text_digest BLOB    NOT NULL CHECK (length(text_digest) = 32),
  class       TEXT    NOT NULL CHECK (class IN
    ('budget', 'item-limit', 'no-records', 'budget-exceeded', 'dispatch', 'other')),
  UNIQUE (artifact, seq)
) STRICT;

CREATE INDEX packet_gap_local_id    ON packet_gap (local_id);
CREATE INDEX packet_gap_text_digest ON packet_gap (text_digest, artifact);

CREATE TABLE packet_provenance (
  artifact INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  origin   TEXT    NOT NULL,
  items    INTEGER NOT NULL,
  PRIMARY KEY (artifact, origin)
) STRICT, WITHOUT ROWID;

-- What the rows of the full-text index are taken from: a stretch of its rowids, which only ever ascend, is a
-- stretch of rows of one table. The row of the index `last - n` belongs to the row `item - n` of the table `part`;
-- where a list has no row ids (query, objective, criterion, predecessor, decision, raw) the item is its seq.
CREATE TABLE search_part (
  last     INTEGER PRIMARY KEY,
  artifact INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  part     TEXT    NOT NULL,
  rows     INTEGER NOT NULL CHECK (rows > 0),
  item     INTEGER NOT NULL
) STRICT;

CREATE INDEX search_part_artifact ON search_part (artifact);

-- main is what a part says (claim, title, name, description), support what stands behind it (quotes, excerpt, reasons).
-- The longer text goes first: the index marks the column of every word but those of its first.
CREATE VIRTUAL TABLE search USING fts5 (
  support, main, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- Bytes held back before a segment is written: few large segments merge cheaper than many small ones.
INSERT INTO search (search, rank) VALUES ('hashsize', 8388608);

-- Views for other tools: current revisions only, names and columns are kept stable.

CREATE VIEW v_run AS
SELECT a.uuid AS artifact, a.natural_id AS run, a.task, a.title, r.status, r.query, r.overall,
       r.source_quality, r.source_diversity, r.evidence_strength, r.consistency, r.recency,
       r.searched, r.used, a.version, a.when_us,
       strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN run AS r ON r.artifact = a.id;

CREATE VIEW v_finding AS
SELECT a.uuid AS artifact, a.natural_id AS run, a.task, f.local_id AS id, f.claim, f.confidence, f.relevance,
       f.category, f.source_count, f.independent_sources, f.evidence_count,
       a.when_us, strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN finding AS f ON f.artifact = a.id;

CREATE VIEW v_evidence AS
SELECT a.uuid AS artifact, a.natural_id AS run, a.task, f.local_id AS finding, e.seq, e.citation_id AS citation,
       c.local_id IS NULL AS missing, c.title, c.url, s.key AS source, c.reliability, e.quote, e.weight,
       e.quote_match,
       a.when_us, strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN finding AS f ON f.artifact = a.id
JOIN evidence AS e ON e.finding = f.id
LEFT JOIN citation AS c ON c.id = e.citation
LEFT JOIN source AS s ON s.id = c.source;

CREATE VIEW v_gap AS
SELECT a.uuid AS artifact, a.natural_id AS run, a.task, g.local_id AS id, g.description, g.importance,
       g.blocked_count,
       coalesce((SELECT r.state FROM resolution AS r
                 WHERE r.kind = 'gap' AND r.run = a.natural_id AND r.local_id = g.local_id AND r.task IS a.task
                   AND r.text_digest = g.text_digest
                 ORDER BY r.at DESC, r.uuid DESC LIMIT 1), 'open') AS state,
       a.when_us, strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN gap AS g ON g.artifact = a.id;

CREATE VIEW v_theme AS
SELECT a.uuid AS artifact, a.natural_id AS run, a.task, t.local_id AS id, t.name, n.key AS name_key,
       t.description, t.strength,
       a.when_us, strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN theme AS t ON t.artifact = a.id
JOIN theme_name AS n ON n.id = t.theme_name;

CREATE VIEW v_contradiction AS
SELECT a.uuid AS artifact, a.natural_id AS run, a.task, c.local_id AS id, c.description, c.resolution, c.severity,
       coalesce(c.requires_consensus, 1) AS requires_consensus,
       coalesce((SELECT r.state FROM resolution AS r
                 WHERE r.kind = 'contradiction' AND r.run = a.natural_id AND r.local_id = c.local_id
                   AND r.task IS a.task AND r.text_digest = c.text_digest
                 ORDER BY r.at DESC, r.uuid DESC LIMIT 1),
                iif(trim(c.resolution) <> '' AND c.requires_consensus = 0, 'resolved', 'open')) AS state,
       a.when_us, strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN contradiction AS c ON c.artifact = a.id;

CREATE VIEW v_action AS
SELECT a.uuid AS artifact, a.natural_id AS run, a.task, x.local_id AS id, x.action, x.rationale, x.priority,
       x.effort,
       a.when_us, strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN action AS x ON x.artifact = a.id;

CREATE VIEW v_packet AS
SELECT a.uuid AS artifact, a.natural_id AS packet, p.packet_id, p.project, p.role, p.task_id, p.step_id,
       p.step_attempt, p.objective, p.permission, p.plan_hash, p.active_step, p.total_steps,
       p.allocated_tokens, p.estimated_tokens,
       a.when_us, strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN packet AS p ON p.artifact = a.id;

CREATE VIEW v_citation AS
SELECT a.uuid AS artifact, a.natural_id AS run, a.task, c.local_id AS id, c.type, c.title, c.url, s.key AS source,
       c.author, c.date, c.reliability, c.tool, c.excerpt,
       a.when_us, strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN citation AS c ON c.artifact = a.id
JOIN source AS s ON s.id = c.source;

-- What a theme, contradiction, gap or action says of findings; missing: the document has no such finding.
CREATE VIEW v_link AS
SELECT a.uuid AS artifact, a.natural_id AS run, a.task, x.kind, x.id, x.finding, x.missing
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN (
  SELECT t.artifact, 'theme' AS kind, t.local_id AS id, n.finding_id AS finding, n.finding IS NULL AS missing
  FROM theme AS t JOIN theme_finding AS n ON n.theme = t.id
  UNION ALL
  SELECT c.artifact, 'contradiction', c.local_id, n.finding_id, n.finding IS NULL
  FROM contradiction AS c JOIN contradiction_finding AS n ON n.contradiction = c.id
  UNION ALL
  SELECT g.artifact, 'gap', g.local_id, n.finding_id, n.finding IS NULL
  FROM gap AS g JOIN gap_finding AS n ON n.gap = g.id
  UNION ALL
  SELECT x.artifact, 'action', x.local_id, n.finding_id, n.finding IS NULL
  FROM action AS x JOIN action_finding AS n ON n.action = x.id
) AS x ON x.artifact = a.id;

-- One row a run, with the buckets it falls into and what its findings come to.
CREATE VIEW v_trend AS
SELECT a.uuid AS artifact, a.natural_id AS run, a.task,
       strftime('%Y-%m-%d', a.when_us / 1000000, 'unixepoch') AS day,
       strftime('%Y-%m', a.when_us / 1000000, 'unixepoch') AS month,
       r.overall, r.source_quality, r.source_diversity, r.evidence_strength, r.consistency, r.recency,
       (SELECT count(*) FROM finding AS f WHERE f.artifact = a.id) AS findings,
       (SELECT avg(f.confidence) FROM finding AS f WHERE f.artifact = a.id) AS finding_confidence,
       a.when_us, strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN run AS r ON r.artifact = a.id;
