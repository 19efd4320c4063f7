SELECT count(*) FROM quarantine WHERE :task IS NULL OR task = :task
