-- The copy of the transfers, its totals and deferred indexes, and what is recorded about transfers.

-- An instant or a decimal as the service writes it; null where it is neither. Never fails. Written with RETURN, both
-- are parsed once and become part of the statement; with SET search_path each call would cost more than its work.
CREATE OR REPLACE FUNCTION mirror_instant(written text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN written ~ '^[12][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})?(?:[Zz]|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])$' THEN
  CASE WHEN substr(written, 9, 2) <= '28' THEN written::timestamptz
    ELSE (left(written, 8) || '01'
      || substr(written, 11))::timestamptz + (substr(written, 9, 2)::int - 1) * interval '24 hours' END END;

CREATE OR REPLACE FUNCTION mirror_amount(written text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Bounded beside the pattern: bounds inside it make the match ten times slower.
RETURN CASE WHEN written ~ '^[0-9]*[.]?[0-9]+$' AND length(split_part(written, '.', 1)) <= 60
  AND length(split_part(written, '.', 2)) <= 60 THEN written::numeric END;

-- What was there before a change, and the totals, follow from the rows themselves, whoever writes them.
CREATE OR REPLACE FUNCTION mirror_keep_before() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO mirror_changes (transfer_id, before) VALUES (OLD.id, OLD.record);
  RETURN NULL;
END $$;

-- The conditions of mirror_amount written out: a call of the function takes ten times as long, and this runs for every
-- row that is stored. lib/server/mirror/search/totals.ts has the same expressions; a test compares both.
CREATE OR REPLACE FUNCTION mirror_count() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- In one order, so that two writers cannot wait for each other.
  IF TG_OP = 'INSERT' THEN
    INSERT INTO mirror_totals (asset, network, type, direction, status, secondary_status, profile_id, has_problem,
      balance_asset, transfers, amount, total, fee, without_total, notional, notional_transfers)
    SELECT asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset,
      count(*), coalesce(sum(amount), 0), coalesce(sum(total), 0), coalesce(sum(fee), 0),
      count(*) FILTER (WHERE total IS NULL), coalesce(sum(notional), 0), count(notional)
    FROM (
      SELECT added.*, left(coalesce(nullif(record->>'balance_asset', ''), asset), 200) AS balance_asset,
        CASE WHEN record->>'notional_value' ~ '^[0-9]*[.]?[0-9]+$' AND length(record->>'notional_value') <= 121
          THEN (record->>'notional_value')::numeric END AS notional
      FROM added
    ) counted
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset)
    DO UPDATE SET
      transfers = mirror_totals.transfers + excluded.transfers, amount = mirror_totals.amount + excluded.amount,
      total = mirror_totals.total + excluded.total, fee = mirror_totals.fee + excluded.fee,
      without_total = mirror_totals.without_total + excluded.without_total,
      notional = mirror_totals.notional + excluded.notional,
      notional_transfers = mirror_totals.notional_transfers + excluded.notional_transfers;
  ELSE
    INSERT INTO mirror_totals (asset, network, type, direction, status, secondary_status, profile_id, has_problem,
      balance_asset, transfers, amount, total, fee, without_total, notional, notional_transfers)
    SELECT asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset,
      sum(n), coalesce(sum(n * amount), 0), coalesce(sum(n * total), 0), coalesce(sum(n * fee), 0),
      coalesce(sum(n) FILTER (WHERE total IS NULL), 0), coalesce(sum(n * notional), 0),
      coalesce(sum(n) FILTER (WHERE notional IS NOT NULL), 0)
    FROM (
      SELECT moved.*, left(coalesce(nullif(record->>'balance_asset', ''), asset), 200) AS balance_asset,
        CASE WHEN record->>'notional_value' ~ '^[0-9]*[.]?[0-9]+$' AND length(record->>'notional_value') <= 121
          THEN (record->>'notional_value')::numeric END AS notional
      FROM (SELECT 1 AS n, added.* FROM added UNION ALL SELECT -1, removed.* FROM removed) moved
    ) counted
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    HAVING sum(n) <> 0 OR sum(n * amount) <> 0 OR sum(n * total) <> 0 OR sum(n * fee) <> 0 OR sum(n * notional) <> 0
      OR sum(n) FILTER (WHERE total IS NULL) <> 0 OR sum(n) FILTER (WHERE notional IS NOT NULL) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset)
    DO UPDATE SET
      transfers = mirror_totals.transfers + excluded.transfers, amount = mirror_totals.amount + excluded.amount,
      total = mirror_totals.total + excluded.total, fee = mirror_totals.fee + excluded.fee,
      without_total = mirror_totals.without_total + excluded.without_total,
      notional = mirror_totals.notional + excluded.notional,
      notional_transfers = mirror_totals.notional_transfers + excluded.notional_transfers;
  END IF;
  RETURN NULL;
END $$;

-- Queues transfers for the watcher: those with a reference of a request, withdrawals created since the first full
-- check, and withdrawals that are completed, whose addresses it records.
CREATE OR REPLACE FUNCTION queue_for_watch() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  since timestamptz := (SELECT foreign_since FROM watch_state);
BEGIN
  -- Until the time is noted, its note waits for every writer that does not know of it, and then queues what they
  -- stored.
  IF since IS NULL THEN
    SELECT foreign_since INTO since FROM watch_state FOR SHARE;
  END IF;
  -- In one order, so that two writers cannot wait for each other.
  IF TG_OP = 'INSERT' THEN
    INSERT INTO transfer_watch (transfer_id)
    SELECT id FROM added
    WHERE (type = 'CRYPTO_WITHDRAWAL' AND direction = 'DEBIT' AND since IS NOT NULL
        AND (created_at >= since OR created_at = '-infinity'
          OR (status = 'COMPLETED' AND EXISTS (SELECT 1 FROM mirror_sync WHERE state ? 'lastWalk'))))
      OR EXISTS (SELECT 1 FROM withdrawal_requests WHERE ref_id = added.record ->> 'ref_id')
    ORDER BY id ON CONFLICT DO NOTHING;
  ELSE
    -- Compared again where it may be another withdrawal now.
    INSERT INTO transfer_watch (transfer_id)
    SELECT added.id FROM added JOIN removed USING (id)
    WHERE (added.record ->> 'ref_id', added.type, added.direction) IS DISTINCT
      FROM (removed.record ->> 'ref_id', removed.type, removed.direction)
      OR (added.status = 'COMPLETED' AND removed.status <> 'COMPLETED'
        AND added.type = 'CRYPTO_WITHDRAWAL' AND added.direction = 'DEBIT')
    ORDER BY 1 ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- The fingerprint of what needs attention in a record: whatever sets has_problem (lib/server/mirror/sync/store.ts), and the
-- status. created_at only where it cannot be read, since it may differ by milliseconds between two reads. In a list, so
-- that a missing member differs from a readable one.
CREATE OR REPLACE FUNCTION problem_fingerprint(record jsonb) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(
    record->'status', record->'secondary_status', record->'status_details',
    CASE WHEN mirror_amount(record->>'amount') IS NULL THEN jsonb_build_array(record->'amount') END,
    CASE WHEN mirror_instant(record->>'created_at') IS NULL THEN jsonb_build_array(record->'created_at') END
  )::text, 'UTF8')), 'hex')
$$;

CREATE OR REPLACE FUNCTION mirror_mark_settled() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.is_settled := NEW.has_problem AND coalesce((
    SELECT event = 'SETTLED' AND problem = problem_fingerprint(NEW.record)
    FROM problem_settlements WHERE transfer_id = NEW.id ORDER BY id DESC LIMIT 1
  ), false);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION settle_in_mirror() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- The trigger above computes the value, with the record as it is when this update has its row.
  UPDATE mirror_transfers SET is_settled = is_settled WHERE id = NEW.transfer_id;
  RETURN NULL;
END $$;

-- The first walk fills mirror_transfers behind the indexes that looking up a key and listing the newest need. It
-- drops the others while the table is almost empty and builds them once it has ended: each row would else pay for all
-- of them. The console's role owns no table, so the functions run as their owner. They take no arguments, and every
-- statement that they execute stands here. A migration that changes one of these indexes replaces
-- mirror_deferred_indexes.
CREATE OR REPLACE FUNCTION mirror_deferred_indexes() RETURNS TABLE ("position" integer, "name" text, "definition" text)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  VALUES
    (1, 'mirror_transfers_status', 'CREATE INDEX mirror_transfers_status ON public.mirror_transfers USING btree (status, created_at) WHERE (status <> ''COMPLETED''::text)'),
    (2, 'mirror_transfers_asset', 'CREATE INDEX mirror_transfers_asset ON public.mirror_transfers USING btree (asset, created_at)'),
    (3, 'mirror_transfers_profile', 'CREATE INDEX mirror_transfers_profile ON public.mirror_transfers USING btree (profile_id, created_at)'),
    (4, 'mirror_transfers_type', 'CREATE INDEX mirror_transfers_type ON public.mirror_transfers USING btree (type, created_at)'),
    (5, 'mirror_transfers_network', 'CREATE INDEX mirror_transfers_network ON public.mirror_transfers USING btree (network, created_at)'),
    (6, 'mirror_transfers_withdrawn', 'CREATE INDEX mirror_transfers_withdrawn ON public.mirror_transfers USING btree (asset, created_at) WHERE ((type = ''CRYPTO_WITHDRAWAL''::text) AND (direction = ''DEBIT''::text))'),
    (7, 'mirror_transfers_priced', 'CREATE INDEX mirror_transfers_priced ON public.mirror_transfers USING btree (asset, created_at) WHERE ((type = ANY (ARRAY[''CRYPTO_WITHDRAWAL''::text, ''CRYPTO_DEPOSIT''::text])) AND (status = ''COMPLETED''::text) AND ((record ->> ''notional_value''::text) ~ ''^0*[1-9][0-9]+([.][0-9]+)?$''::text) AND (length((record ->> ''notional_value''::text)) <= 60) AND ((amount + COALESCE(fee, (0)::numeric)) > (0)::numeric))'),
    (8, 'mirror_transfers_updated', 'CREATE INDEX mirror_transfers_updated ON public.mirror_transfers USING btree (updated_at, id)'),
    (9, 'mirror_transfers_amount', 'CREATE INDEX mirror_transfers_amount ON public.mirror_transfers USING btree (COALESCE(amount, (''-1''::integer)::numeric), id)'),
    (10, 'mirror_transfers_total', 'CREATE INDEX mirror_transfers_total ON public.mirror_transfers USING btree (total)'),
    (11, 'mirror_transfers_hash_end', 'CREATE INDEX mirror_transfers_hash_end ON public.mirror_transfers USING btree (reverse("right"(hash_key, 12)))'),
    (12, 'mirror_transfers_address', 'CREATE INDEX mirror_transfers_address ON public.mirror_transfers USING btree (address_key, created_at)'),
    (13, 'mirror_transfers_address_end', 'CREATE INDEX mirror_transfers_address_end ON public.mirror_transfers USING btree (reverse(address_key))'),
    (14, 'mirror_transfers_text', 'CREATE INDEX mirror_transfers_text ON public.mirror_transfers USING gin (mirror_text(record) gin_trgm_ops)'),
    (15, 'mirror_transfers_labels', 'CREATE INDEX mirror_transfers_labels ON public.mirror_transfers USING gin (mirror_labels(record))')
$$;

-- An index that is no longer needed counts until it is dropped.
CREATE OR REPLACE FUNCTION mirror_missing_indexes() RETURNS integer LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (SELECT count(*)::integer FROM mirror_deferred_indexes() WHERE to_regclass('public.' || "name") IS NULL)
    + CASE WHEN to_regclass('public.mirror_transfers_address') IS NOT NULL
      AND to_regclass('public.mirror_transfers_address_first') IS NOT NULL THEN 1 ELSE 0 END
$$;

-- Drops the deferred indexes where so few rows are stored that building them again takes no time, and has addresses
-- found meanwhile. Returns the number of dropped indexes.
CREATE OR REPLACE FUNCTION mirror_defer_indexes() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  deferred record;
  dropped integer := 0;
BEGIN
  LOCK TABLE public.mirror_transfers IN ACCESS EXCLUSIVE MODE;
  IF (SELECT count(*) FROM (SELECT FROM public.mirror_transfers LIMIT 1001) few) > 1000 THEN
    RETURN 0;
  END IF;
  FOR deferred IN SELECT "name" FROM mirror_deferred_indexes() WHERE to_regclass('public.' || "name") IS NOT NULL LOOP
    EXECUTE format('DROP INDEX public.%I', deferred.name);
    dropped := dropped + 1;
  END LOOP;
  CREATE INDEX IF NOT EXISTS mirror_transfers_address_first ON public.mirror_transfers (address_key);
  RETURN dropped;
END $$;

-- Drops the index of addresses that is no longer needed, or builds the first missing index that no other session
-- builds, and returns its name; null where nothing is left to do. Where others build all that is missing, it waits
-- for them, since one may fail. Nothing is written to the table meanwhile, and everything can be read. A build that
-- ends early leaves nothing behind.
CREATE OR REPLACE FUNCTION mirror_build_index() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  missing record;
  awaited text;
BEGIN
  IF to_regclass('public.mirror_transfers_address') IS NOT NULL
    AND to_regclass('public.mirror_transfers_address_first') IS NOT NULL
    AND pg_try_advisory_xact_lock(hashtextextended('mirror_transfers_address_first', 0)) THEN
    -- It may have been dropped since. What to_regclass gives may be remembered from before.
    IF EXISTS (SELECT FROM pg_class WHERE relname = 'mirror_transfers_address_first' AND relnamespace = 'public'::regnamespace) THEN
      BEGIN
        -- Reads wait behind this while it waits for others, and an export can read for minutes. It is tried again
        -- later.
        PERFORM set_config('lock_timeout', '200ms', true);
        DROP INDEX public.mirror_transfers_address_first;
        RETURN 'mirror_transfers_address_first';
      EXCEPTION WHEN lock_not_available THEN
        NULL;
      END;
    END IF;
  END IF;
  IF pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB') THEN
    PERFORM set_config('maintenance_work_mem', '256MB', true);
  END IF;
  LOOP
    awaited := NULL;
    FOR missing IN SELECT "name", "definition" FROM mirror_deferred_indexes()
      WHERE "name" NOT IN (SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace) ORDER BY "position"
    LOOP
      IF NOT pg_try_advisory_xact_lock(hashtextextended(missing.name, 0)) THEN
        awaited := coalesce(awaited, missing.name);
      -- It may have been built since the list was read.
      ELSIF NOT EXISTS (SELECT FROM pg_class WHERE relname = missing.name
        AND relnamespace = 'public'::regnamespace) THEN
        EXECUTE missing.definition;
        -- Kept until the index can be seen, so that the last of several sessions sees that it is the last.
        PERFORM pg_advisory_xact_lock(hashtextextended('mirror indexes', 0));
        IF NOT EXISTS (SELECT FROM mirror_deferred_indexes()
          WHERE "name" NOT IN (SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace)) THEN
          ANALYZE public.mirror_transfers;
        END IF;
        RETURN missing.name;
      END IF;
    END LOOP;
    IF awaited IS NULL THEN
      RETURN NULL;
    END IF;
    -- Nobody waits for what is there already, so sessions that keep the locks of what is there never wait in a circle.
    IF NOT EXISTS (SELECT FROM pg_class WHERE relname = awaited AND relnamespace = 'public'::regnamespace) THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(awaited, 0));
    END IF;
  END LOOP;
END $$;

CREATE OR REPLACE TRIGGER mirror_transfers_added AFTER INSERT ON mirror_transfers
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mirror_count();
CREATE OR REPLACE TRIGGER mirror_transfers_changed AFTER UPDATE OF record ON mirror_transfers
  FOR EACH ROW WHEN ((old.record IS DISTINCT FROM new.record)) EXECUTE FUNCTION mirror_keep_before();
CREATE OR REPLACE TRIGGER mirror_transfers_moved AFTER UPDATE ON mirror_transfers
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mirror_count();
CREATE OR REPLACE TRIGGER mirror_transfers_rewatched AFTER UPDATE ON mirror_transfers
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_for_watch();
CREATE OR REPLACE TRIGGER mirror_transfers_settled BEFORE UPDATE ON mirror_transfers
  FOR EACH ROW WHEN ((new.has_problem OR old.is_settled)) EXECUTE FUNCTION mirror_mark_settled();
-- Not for the rows without a problem, which are nearly all: the sync stays as fast as it is.
CREATE OR REPLACE TRIGGER mirror_transfers_settled_new BEFORE INSERT ON mirror_transfers
  FOR EACH ROW WHEN (new.has_problem) EXECUTE FUNCTION mirror_mark_settled();
CREATE OR REPLACE TRIGGER mirror_transfers_watched AFTER INSERT ON mirror_transfers
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_for_watch();
CREATE OR REPLACE TRIGGER problem_settlements_applied AFTER INSERT ON problem_settlements
  FOR EACH ROW EXECUTE FUNCTION settle_in_mirror();

REVOKE EXECUTE ON FUNCTION mirror_defer_indexes(), mirror_build_index() FROM PUBLIC;
