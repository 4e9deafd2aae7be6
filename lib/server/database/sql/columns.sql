-- What columns, constraints and indexes are computed with. Applied before the migrations; a change of one needs a
-- migration that computes them again.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

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
    'CREATE OR REPLACE FUNCTION fold_case(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
     SET search_path = pg_catalog, public, pg_temp AS %L',
    format('SELECT lower(normalize($1, NFC) COLLATE %I)', collation_name));
END $$;

-- What the text index holds: everything that people search by a part of it, in lower case, each on a line of its own.
-- Hashes, addresses and IDs are random text and have indexes of their own. Up to four values of the metadata are
-- named one by one: a query of them takes as long as all the rest.
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

-- What a transfer is found by as a whole, besides its keys: the IDs of its customer, identity and accounts, the keys of
-- its metadata, and the conditions in the details of its status, in lower case. Many transfers share each, so that an
-- index of lists (gin) takes a byte or two for each transfer, and its statistics tell the frequent ones.
CREATE OR REPLACE FUNCTION mirror_labels(record jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  labels text[] := array_remove(array_remove(ARRAY[
    left(lower(record->>'customer_id'), 200), left(lower(record->>'identity_id'), 200),
    left(lower(record->>'account_id'), 200), left(lower(record->>'fiat_account_id'), 200)
  ], NULL), '00000000-0000-0000-0000-000000000000');
BEGIN
  IF jsonb_typeof(record->'metadata') = 'object' AND record->'metadata' <> '{}' THEN
    labels := labels || ARRAY(SELECT left(lower(name), 200) FROM jsonb_object_keys(record->'metadata') AS name);
  END IF;
  IF jsonb_typeof(record->'status_details') = 'object' AND record->'status_details' <> '{}' THEN
    labels := labels || ARRAY(SELECT left(lower(name), 200) FROM jsonb_object_keys(record->'status_details') AS name);
  END IF;
  RETURN labels;
END $$;

-- What a name looks like to a reader, to find people whose names look the same.
CREATE OR REPLACE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT lower(normalize(regexp_replace(btrim(name), '\s+', ' ', 'g'), NFKC))
$$;

-- Everything in a version of a request that a search looks for beside its reference, in lower case, each value on a
-- line of its own, as mirror_text does for transfers. Never fails, whatever the bytes are.
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

-- The same for a version of a request as mirror_labels: the IDs of its identity and account, the keys of its metadata.
CREATE OR REPLACE FUNCTION request_labels(body bytea) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN mirror_labels(convert_from(body, 'UTF8')::jsonb);
EXCEPTION WHEN others THEN
  RETURN '{}';
END $$;

-- The destination address in lower case, at most 200 characters; null where the bytes have none.
CREATE OR REPLACE FUNCTION request_address(body bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN left(lower(convert_from(body, 'UTF8')::json->>'destination_address'), 200);
EXCEPTION WHEN others THEN
  RETURN NULL;
END $$;

-- The fixed amount or total with its asset, as "BTC 0.5" without trailing zeros; null where the bytes have none.
CREATE OR REPLACE FUNCTION request_money(body bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  members json;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  RETURN upper(members->>'asset') || ' '
    || trim_scale(mirror_amount(coalesce(members->>'amount', members->>'total')))::text;
EXCEPTION WHEN others THEN
  RETURN NULL;
END $$;

-- What the list of withdrawals filters and sorts by (docs/decisions/0031-one-list-of-withdrawals.md): members of the
-- body as columns that the database itself computes, so that they cannot differ from the bytes that are sent.
-- A member of the body as text, at most 200 characters; empty where the bytes have none. Never fails.
CREATE OR REPLACE FUNCTION request_member(body bytea, member text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN coalesce(left(convert_from(body, 'UTF8')::json->>member, 200), '');
EXCEPTION WHEN others THEN
  RETURN '';
END $$;

-- The asset in which the fixed value is counted (fixedValueOf in lib/withdrawals/body.ts).
CREATE OR REPLACE FUNCTION request_fixed_asset(body bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  members json;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  RETURN coalesce(left(CASE WHEN members->>'amount' IS NULL
    THEN coalesce(members->>'balance_asset', members->>'asset') ELSE members->>'asset' END, 200), '');
EXCEPTION WHEN others THEN
  RETURN '';
END $$;

-- The fixed amount or total as an exact decimal; -1 where the bytes have none.
CREATE OR REPLACE FUNCTION request_fixed_amount(body bytea) RETURNS numeric LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  members json;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  RETURN coalesce(mirror_amount(coalesce(members->>'amount', members->>'total')), -1);
EXCEPTION WHEN others THEN
  RETURN -1;
END $$;
