-- Nearly all transfers are completed, so the index by status no longer holds them. Prices are told by a pattern, which takes
-- half the time of a number. Two indexes are built at once (docs/decisions/0060-two-indexes-are-built-at-once.md).
DROP INDEX IF EXISTS "mirror_transfers_status", "mirror_transfers_priced";
--> statement-breakpoint
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
    (14, 'mirror_transfers_text', 'CREATE INDEX mirror_transfers_text ON public.mirror_transfers USING gin (mirror_text(record) gin_trgm_ops)')
$$;
--> statement-breakpoint
-- Drops the index of addresses that is no longer needed, or builds the first missing index that no other session builds, and
-- returns its name; null where nothing is left to do. Where others build all that is missing, it waits for them: one may fail.
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
        -- Reads wait behind this while it waits for others, and an export can read for minutes. It is tried again later.
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
      ELSIF NOT EXISTS (SELECT FROM pg_class WHERE relname = missing.name AND relnamespace = 'public'::regnamespace) THEN
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
--> statement-breakpoint
-- Where there are many transfers, a console that runs builds them (migration 0050), so that no deployment waits.
DO $$ BEGIN
  IF (SELECT count(*) FROM (SELECT FROM mirror_transfers LIMIT 1001) few) <= 1000 THEN
    WHILE mirror_build_index() IS NOT NULL LOOP END LOOP;
  END IF;
END $$;
