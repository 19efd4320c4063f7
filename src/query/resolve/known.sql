SELECT natural_id FROM artifact
UNION
SELECT task FROM artifact WHERE task IS NOT NULL
UNION
SELECT packet_id FROM packet
ORDER BY 1
