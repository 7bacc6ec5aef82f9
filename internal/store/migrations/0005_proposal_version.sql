-- Which version of its fact a file's proposal saw, so that accepting it loses to
-- whoever decided since. Of earlier ones that is the version of their time.
ALTER TABLE proposals ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
UPDATE proposals SET version = coalesce((SELECT max(r.version) FROM revisions r WHERE r.fact = proposals.fact AND r.at <= proposals.at), 0)
WHERE fact IS NOT NULL AND kind <> 'new';
