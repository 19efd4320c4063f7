INSERT INTO quarantine_diagnostic
  (quarantine, seq, code, severity, pointer, keyword, message, hint, line, "column")
VALUES
  (:quarantine, :seq, :code, :severity, :pointer, :keyword, :message, :hint, :line, :column)
