INSERT INTO quarantine
  (key, kind, task, source, source_line, first_seen, size, digest, complete, rules, bytes)
VALUES
  (:key, :kind, :task, :source, :source_line, :first_seen, :size, :digest, :complete, :rules, :bytes)
