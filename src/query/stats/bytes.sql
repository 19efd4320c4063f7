-- The full-text index is not read, only its own directory: the pages of each of its segments, each about as
-- large as it may be. What is neither that nor an original is rows and their indexes.
SELECT coalesce((SELECT sum(length(bytes)) FROM original), 0) AS originals,
       coalesce((SELECT sum(pages) FROM (
         SELECT max(pgno / 2) - min(pgno / 2) + 1 AS pages FROM search_idx GROUP BY segid)), 0)
         * coalesce((SELECT v FROM search_config WHERE k = 'pgsz'), 4050) AS search,
       (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size()) AS file,
       (SELECT freelist_count FROM pragma_freelist_count()) * (SELECT page_size FROM pragma_page_size()) AS free
