INSERT INTO saved_schema (name, contract, origin, saved_at)
VALUES (:name, :contract, :origin, :saved_at)
