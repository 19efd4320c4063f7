INSERT INTO quarantine_attempt (quarantine, seq, batch, at, source)
SELECT :quarantine, coalesce(max(seq) + 1, 0), :batch, :at, :source
FROM quarantine_attempt
WHERE quarantine = :quarantine
