INSERT INTO quarantine_diagnostic
  (quarantine, seq, code, severity, pointer, keyword, message, hint, line, "column")
VALUES
  (:owner, :seq, :code, :severity, :pointer, :keyword, :message, :hint, :line, :column)
