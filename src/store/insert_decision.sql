INSERT INTO resolution (uuid, kind, task, run, local_id, text_digest, state, note, by, finding, at)
VALUES (:uuid, :kind, :task, :run, :local_id, :text_digest, :state, :note, :by, :finding, :at)
