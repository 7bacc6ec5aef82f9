-- Where a file makes its proposal and which status it gives there: what is
-- accepted later carries both. ? is for proposals made before.
ALTER TABLE proposals ADD COLUMN line INTEGER NOT NULL DEFAULT 0;
ALTER TABLE proposals ADD COLUMN filed TEXT NOT NULL DEFAULT '?';
