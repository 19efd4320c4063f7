SELECT id, key
FROM quarantine
WHERE substr(lower(hex(key)), 1, length(:prefix)) = :prefix
ORDER BY key
