-- What people decided on is marked on its fact, so that no file changes it by
-- itself: 512 its wording, 1024 its confidence, 2048 its status. For earlier
-- decisions the history tells: those that were neither undone nor overtaken by
-- accepting what the file says.
CREATE TEMP TABLE decided AS
WITH undone AS (
  SELECT CAST(v.value ->> 2 AS INTEGER) AS seq FROM events e, json_each(e.value_list) v
  WHERE e.act = 'undo' AND v.value ->> 0 = 'undoes'
), acts AS (
  SELECT e.seq, e.fact, e.act,
    EXISTS (SELECT 1 FROM json_each(e.value_list) v WHERE v.value ->> 0 = 'proposal') AS filed,
    EXISTS (SELECT 1 FROM json_each(e.value_list) v WHERE v.value ->> 0 = 'confidence') AS rates
  FROM events e
  WHERE e.fact <> '' AND e.act IN ('verify', 'correct', 'confidence', 'retract', 'restore') AND e.seq NOT IN (SELECT seq FROM undone)
), latest AS (
  SELECT fact,
    max(iif(act = 'correct' AND NOT filed, seq, 0)) AS worded,
    max(iif(act = 'correct' AND filed, seq, 0)) AS file_worded,
    max(iif(act = 'confidence' AND NOT filed, seq, 0)) AS rated,
    max(iif(filed AND rates, seq, 0)) AS file_rated,
    max(iif(act IN ('verify', 'retract', 'restore'), seq, 0)) AS status
  FROM acts GROUP BY fact
)
SELECT f.key AS fact, f.marks
    | iif(coalesce(l.worded > l.file_worded, 0) OR f.marks & 16, 512, 0)
    | iif(coalesce(l.rated > l.file_rated, 0) OR f.marks & 16, 1024, 0)
    | iif(coalesce(l.status > l.file_worded, 0), 2048, 0) AS marks
FROM facts f JOIN topics t ON t.id = f.key >> 32
LEFT JOIN latest l ON l.fact = t.prefix || '-' || (f.key & 4294967295)
WHERE l.fact IS NOT NULL OR f.marks & 16; -- 16: added here

DELETE FROM decided WHERE marks = (SELECT f.marks FROM facts f WHERE f.key = decided.fact);
UPDATE facts SET edit = edit + 1, marks = (SELECT d.marks FROM decided d WHERE d.fact = facts.key)
WHERE key IN (SELECT fact FROM decided);
INSERT INTO revisions (fact, edit, at, statement, lang, confidence, status, marks, version, line, import,
  verified_how, verified_by, verified_name, verified_at, verified_until, maker_wording, maker_confidence, sources, relations)
SELECT r.fact, r.edit + 1, r.at, r.statement, r.lang, r.confidence, r.status, d.marks, r.version, r.line, r.import,
  r.verified_how, r.verified_by, r.verified_name, r.verified_at, r.verified_until, r.maker_wording, r.maker_confidence, r.sources, r.relations
FROM decided d JOIN facts f ON f.key = d.fact JOIN revisions r ON r.fact = d.fact AND r.version = f.version AND r.edit = f.edit - 1
ORDER BY r.id;
DROP TABLE decided;
