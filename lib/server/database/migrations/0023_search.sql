-- Everything in a version of a request that a search looks for beside its reference, in lower case, each value on a
-- line of its own, as mirror_text does for transfers. Never fails, whatever the bytes are.
CREATE FUNCTION request_text(body bytea, note text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  members json;
  labels text;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  IF json_typeof(members->'metadata') = 'object' THEN
    SELECT string_agg(value, E'\n') INTO labels FROM json_each_text(members->'metadata');
  END IF;
  RETURN E'\n' || lower(concat_ws(E'\n', members->>'destination_address', members->>'memo', labels, note)) || E'\n';
EXCEPTION WHEN others THEN
  RETURN E'\n' || lower(note) || E'\n';
END $$;
--> statement-breakpoint
-- The destination address in lower case, at most 200 characters; null where the bytes have none.
CREATE FUNCTION request_address(body bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN left(lower(convert_from(body, 'UTF8')::json->>'destination_address'), 200);
EXCEPTION WHEN others THEN
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The fixed amount or total with its asset, as "BTC 0.5" without trailing zeros; null where the bytes have none.
CREATE FUNCTION request_money(body bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  members json;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  RETURN upper(members->>'asset') || ' ' || trim_scale(mirror_amount(coalesce(members->>'amount', members->>'total')))::text;
EXCEPTION WHEN others THEN
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE INDEX "request_versions_text" ON "request_versions" USING gin (request_text(body, note) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "request_versions_address" ON "request_versions" USING btree ((request_address(body) COLLATE "C"));--> statement-breakpoint
CREATE INDEX "request_versions_money" ON "request_versions" USING btree (request_money(body));--> statement-breakpoint
CREATE INDEX "withdrawal_requests_ref_key" ON "withdrawal_requests" USING btree ((lower(ref_id) COLLATE "C"));--> statement-breakpoint
CREATE INDEX "recipients_name_text" ON "recipients" USING gin (lower(name) gin_trgm_ops);
