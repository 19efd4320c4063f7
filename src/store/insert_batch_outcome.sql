INSERT INTO batch_outcome (batch, documents, stored, revised, unchanged, rejected)
VALUES (:batch, :documents, :stored, :revised, :unchanged, :rejected)
