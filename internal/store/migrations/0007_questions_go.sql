-- What people asked is not kept once it was answered, but where everybody could
-- read it: of the rest only whether it was Chinese, for what follows the answer.
UPDATE notices SET text = iif(text GLOB '*[一-龥]*', char(30) || 'done' || char(30) || '中', '')
  WHERE kind IN ('answer', 'share', 'sources', 'gap') AND state IN ('sent', 'dead', 'dropped')
  AND (place_kind <> 1 OR substr(text, 1, 1) = char(30)
    OR NOT EXISTS (SELECT 1 FROM quotes q WHERE q.notice = notices.key));
