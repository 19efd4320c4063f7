SELECT code, severity, pointer, keyword, message, hint, line, "column"
FROM diagnostic
WHERE artifact = :artifact
ORDER BY seq
