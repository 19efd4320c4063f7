INSERT INTO diagnostic (artifact, seq, code, severity, pointer, keyword, message, hint, line, "column")
VALUES (:artifact, :seq, :code, :severity, :pointer, :keyword, :message, :hint, :line, :column)
