-- What the text index holds: everything that people search by a part of it, in lower case, each on a line of its own. Of
-- hashes and addresses these are the last characters; they have indexes of their own for the whole and the beginning, and
-- so have IDs. Of random text three quarters of the index were made.
DROP INDEX "mirror_transfers_text";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION mirror_text(record jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE labels text;
BEGIN
  IF jsonb_typeof(record->'metadata') = 'object' THEN
    SELECT string_agg(value, E'\n') INTO labels FROM jsonb_each_text(record->'metadata');
  END IF;
  RETURN E'\n' || lower(concat_ws(E'\n',
    -- The index of IDs compares their case.
    CASE WHEN record->>'id' <> lower(record->>'id') THEN record->>'id' END, record->>'ref_id', right(record->>'crypto_tx_hash', 12), right(record->>'destination_address', 12), record->>'memo',
    record#>>'{auto_conversion,from_transfer_id}', record#>>'{auto_conversion,to_transfer_id}', labels
  )) || E'\n';
END $$;
--> statement-breakpoint
-- Where there are many transfers, a console that runs builds it (migration 0050), so that no deployment waits for it.
DO $$ BEGIN
  IF (SELECT count(*) FROM (SELECT FROM mirror_transfers LIMIT 1001) few) <= 1000 THEN
    CREATE INDEX "mirror_transfers_text" ON "mirror_transfers" USING gin (mirror_text(record) gin_trgm_ops);
  END IF;
END $$;
