SELECT p.rule, p.subject, p.confidence, p.declared, p.computed,
       p.uuid, p.natural_id, p.task, p.when_us
FROM page AS p
