SELECT DISTINCT task FROM artifact WHERE task BETWEEN :low AND :high ORDER BY task LIMIT :limit
