SELECT count(*) FROM scope AS s JOIN report AS r ON r.artifact = s.artifact
