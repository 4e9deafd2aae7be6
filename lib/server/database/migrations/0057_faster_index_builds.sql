-- A third of the transfers have metadata, and the query that listed their values took as long as all the rest of
-- mirror_text. Up to four values are now named one by one. What it gives stays the same, so the index is not built again.
CREATE OR REPLACE FUNCTION mirror_text(record jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  labels jsonb;
  many text;
BEGIN
  IF jsonb_typeof(record->'metadata') = 'object' THEN
    labels := jsonb_path_query_array(record->'metadata', 'strict $.*');
    IF jsonb_array_length(labels) > 4 THEN
      labels := NULL;
      SELECT string_agg(value, E'\n') INTO many FROM jsonb_each_text(record->'metadata');
    END IF;
  END IF;
  RETURN E'\n' || lower(concat_ws(E'\n',
    -- The index of IDs compares their case.
    CASE WHEN record->>'id' <> lower(record->>'id') THEN record->>'id' END, record->>'ref_id', record->>'memo',
    record#>>'{auto_conversion,from_transfer_id}', record#>>'{auto_conversion,to_transfer_id}',
    labels->>0, labels->>1, labels->>2, labels->>3, many
  )) || E'\n';
END $$;
--> statement-breakpoint
-- Builds with 256 MB of memory, as before, or with as much as the server grants such work where that is more.
CREATE OR REPLACE FUNCTION mirror_build_index() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  missing record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('mirror indexes', 0));
  SELECT "name", "definition" INTO missing FROM mirror_deferred_indexes()
  WHERE to_regclass('public.' || "name") IS NULL ORDER BY "position" LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB') THEN
    PERFORM set_config('maintenance_work_mem', '256MB', true);
  END IF;
  EXECUTE missing.definition;
  IF mirror_missing_indexes() = 0 THEN
    ANALYZE public.mirror_transfers;
  END IF;
  RETURN missing.name;
END $$;
