-- The place of a fact among those that a message shows, from 0, so that what is
-- edited later keeps the order that people saw. Earlier quotes do not know it.
ALTER TABLE quotes ADD COLUMN ord INTEGER NOT NULL DEFAULT 0;
