SELECT code, severity, pointer, keyword, message, hint, line, "column"
FROM quarantine_diagnostic
WHERE quarantine = :entry
ORDER BY seq
