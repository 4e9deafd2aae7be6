-- The columns of an entry, by which the page filters, must say what the entry says, since only the entry is hashed. Compared
-- as text, so that no text of others can make the check itself fail: lib/audit/write-entry.ts writes these members first.
-- Not for entries from before, whose members stand in another order; npm run audit:verify compares those.
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_columns" CHECK (starts_with(
  entry,
  '{"action":' || to_json(action)::text || ',"subject":' || to_json(subject)::text || ',"actor":'
    || coalesce('{"id":"' || actor_id::text || '",', 'null')
)) NOT VALID;
