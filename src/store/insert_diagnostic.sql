INSERT INTO diagnostic (artifact, seq, code, severity, pointer, keyword, message, hint, line, "column")
VALUES (:owner, :seq, :code, :severity, :pointer, :keyword, :message, :hint, :line, :column)
