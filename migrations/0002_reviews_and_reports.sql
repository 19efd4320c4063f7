-- Reviews, reports, and what people bring to check them with.

-- A schema or a rules file as it came: what an artifact was held to can be read long after the file is gone.
CREATE TABLE contract (
  id     INTEGER PRIMARY KEY,
  digest BLOB    NOT NULL UNIQUE CHECK (length(digest) = 32),
  kind   TEXT    NOT NULL CHECK (kind IN ('schema', 'rules')),
  bytes  BLOB    NOT NULL
) STRICT;

CREATE TABLE saved_schema (
  name     TEXT    PRIMARY KEY,
  contract INTEGER NOT NULL REFERENCES contract (id),
  origin   TEXT    NOT NULL,            -- the path or URL it was read from
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX saved_schema_contract ON saved_schema (contract);

-- The stretch of the original that is the artifact, where it was found in an agent's text.
CREATE TABLE extraction (
  artifact   INTEGER PRIMARY KEY REFERENCES artifact (id) ON DELETE CASCADE,
  start_byte INTEGER NOT NULL,
  end_byte   INTEGER NOT NULL
) STRICT;

-- What a producer printed each time it was asked, and what was wrong with it.
CREATE TABLE attempt (
  id         INTEGER PRIMARY KEY,
  artifact   INTEGER REFERENCES artifact (id) ON DELETE CASCADE,
  quarantine INTEGER REFERENCES quarantine (id) ON DELETE CASCADE,
  seq        INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  text       BLOB    NOT NULL,          -- zstd
  failure    TEXT,                      -- why there is no whole text: it failed, it was silent, it took too long
  errors     TEXT    NOT NULL,          -- JSON: the diagnostics
  CHECK ((artifact IS NULL) <> (quarantine IS NULL))
) STRICT;

CREATE UNIQUE INDEX attempt_artifact   ON attempt (artifact, seq);
CREATE UNIQUE INDEX attempt_quarantine ON attempt (quarantine, seq);

-- Derived from here on.

CREATE TABLE review (
  artifact INTEGER PRIMARY KEY REFERENCES artifact (id) ON DELETE CASCADE,
  reviewer TEXT,
  findings INTEGER NOT NULL
) STRICT;

-- file is as written; path is what reviewers who spell it differently mean. body is the whole finding.
CREATE TABLE review_finding (
  id                 INTEGER PRIMARY KEY,
  artifact           INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq                INTEGER NOT NULL,
  finding_id         TEXT    NOT NULL,  -- SHA-1 of file:line:rule_key
  file               TEXT    NOT NULL,
  path               TEXT    NOT NULL,
  line               INTEGER NOT NULL CHECK (line >= 0),
  rule_key           TEXT    NOT NULL,
  severity           TEXT    NOT NULL CHECK (severity IN ('BLOCKER', 'MAJOR', 'MINOR', 'SUGGESTION')),
  severity_rank      INTEGER GENERATED ALWAYS AS
    (CASE severity WHEN 'BLOCKER' THEN 0 WHEN 'MAJOR' THEN 1 WHEN 'MINOR' THEN 2 ELSE 3 END) VIRTUAL,
  category           TEXT,
  title              TEXT,
  detail             TEXT,
  recommended_action TEXT,
  brief_ref          TEXT,
  body               TEXT    NOT NULL,
  UNIQUE (artifact, seq)
) STRICT;

CREATE INDEX review_finding_place      ON review_finding (path, line, rule_key);
CREATE INDEX review_finding_finding_id ON review_finding (finding_id);
CREATE INDEX review_finding_severity   ON review_finding (severity_rank, artifact);

CREATE TABLE report (
  artifact     INTEGER PRIMARY KEY REFERENCES artifact (id) ON DELETE CASCADE,
  schema_name  TEXT    NOT NULL,
  session      TEXT,
  status       TEXT    NOT NULL CHECK (status IN ('ok', 'no-llm', 'validation-failed')),
  degraded     INTEGER NOT NULL CHECK (degraded IN (0, 1)),
  lang         TEXT,
  started_us   INTEGER,
  ended_us     INTEGER,
  generated_us INTEGER,
  raw_output   TEXT,
  errors       TEXT                     -- JSON, as the document has them
) STRICT;

CREATE INDEX report_session ON report (session);

-- A part of a report; of a list, one element. body is JSON where the part is not a plain text.
CREATE TABLE report_section (
  id       INTEGER PRIMARY KEY,
  artifact INTEGER NOT NULL REFERENCES artifact (id) ON DELETE CASCADE,
  seq      INTEGER NOT NULL,
  name     TEXT    NOT NULL,
  position INTEGER,                     -- in its list; NULL if the part is no list, or an empty one
  text     TEXT    NOT NULL,
  body     TEXT,
  UNIQUE (artifact, seq)
) STRICT;

CREATE VIEW v_review_finding AS
SELECT a.uuid AS artifact, a.natural_id AS review, a.task, r.reviewer, f.finding_id AS id, f.path, f.line, f.rule_key,
       f.severity, f.category, f.title, f.detail, f.recommended_action, f.brief_ref, a.when_us
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN review AS r ON r.artifact = a.id
JOIN review_finding AS f ON f.artifact = a.id;

CREATE VIEW v_report AS
SELECT a.uuid AS artifact, a.natural_id AS report, a.task, a.title, r.schema_name AS "schema", r.session, r.status,
       r.degraded, r.lang, r.started_us, r.ended_us, r.generated_us, a.when_us,
       strftime('%Y-%m-%dT%H:%M:%SZ', a.when_us / 1000000, 'unixepoch') AS "when"
FROM lineage AS l
JOIN artifact AS a ON a.id = l.current
JOIN report AS r ON r.artifact = a.id;
