-- Lower case of any language, in the same Unicode form: in a database of locale C, lower() knows ASCII letters only. By
-- ICU where the server has it, then by PostgreSQL's own tables (17 and later), else by the locale of the database.
DO $$
DECLARE
  known text[] := ARRAY(
    SELECT collname::text FROM pg_collation
    WHERE collnamespace = 'pg_catalog'::regnamespace
      AND collencoding IN (-1, pg_char_to_encoding(getdatabaseencoding())));
  collation_name text := CASE
    WHEN 'und-x-icu' = ANY (known) THEN 'und-x-icu'
    WHEN 'pg_c_utf8' = ANY (known) THEN 'pg_c_utf8'
    ELSE 'default'
  END;
BEGIN
  EXECUTE format(
    'CREATE FUNCTION fold_case(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
     SET search_path = pg_catalog, public, pg_temp AS %L',
    format('SELECT lower(normalize($1, NFC) COLLATE %I)', collation_name));
END $$;
--> statement-breakpoint
DROP INDEX "recipients_name_text";--> statement-breakpoint
CREATE INDEX "recipients_name_text" ON "recipients" USING gin (fold_case(name) gin_trgm_ops);--> statement-breakpoint
-- The notes of requests, with the same lower case.
CREATE OR REPLACE FUNCTION request_text(body bytea, note text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  members json;
  labels text;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  IF json_typeof(members->'metadata') = 'object' THEN
    SELECT string_agg(value, E'\n') INTO labels FROM json_each_text(members->'metadata');
  END IF;
  RETURN E'\n' || fold_case(concat_ws(E'\n', members->>'destination_address', members->>'memo', labels, note)) || E'\n';
EXCEPTION WHEN others THEN
  RETURN E'\n' || fold_case(note) || E'\n';
END $$;
--> statement-breakpoint
REINDEX INDEX "request_versions_text";--> statement-breakpoint
CREATE INDEX "case_notes_text" ON "case_notes" USING gin (fold_case(note) gin_trgm_ops);
