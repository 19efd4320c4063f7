SELECT local_id AS id, description, verification_kind, target_ref, required
FROM packet_criterion
WHERE artifact = :artifact
ORDER BY seq
