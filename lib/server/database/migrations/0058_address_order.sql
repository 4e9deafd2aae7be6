-- A million transfers may have one address. Its index now has their order, so that a page of them costs the same however
-- many there are (docs/decisions/0059-transfers-to-one-address-are-read-in-order.md). Checks of payments need an index of
-- addresses at any time, so the one without the order serves until the other is built.
ALTER INDEX "mirror_transfers_address" RENAME TO "mirror_transfers_address_first";
--> statement-breakpoint
-- Whole addresses backwards: the entries of one address lie together, and a search for an end goes from one address to the
-- next.
DROP INDEX IF EXISTS "mirror_transfers_address_end";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION mirror_deferred_indexes() RETURNS TABLE ("position" integer, "name" text, "definition" text)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  VALUES
    (1, 'mirror_transfers_status', 'CREATE INDEX mirror_transfers_status ON public.mirror_transfers USING btree (status, created_at)'),
    (2, 'mirror_transfers_asset', 'CREATE INDEX mirror_transfers_asset ON public.mirror_transfers USING btree (asset, created_at)'),
    (3, 'mirror_transfers_profile', 'CREATE INDEX mirror_transfers_profile ON public.mirror_transfers USING btree (profile_id, created_at)'),
    (4, 'mirror_transfers_type', 'CREATE INDEX mirror_transfers_type ON public.mirror_transfers USING btree (type, created_at)'),
    (5, 'mirror_transfers_network', 'CREATE INDEX mirror_transfers_network ON public.mirror_transfers USING btree (network, created_at)'),
    (6, 'mirror_transfers_withdrawn', 'CREATE INDEX mirror_transfers_withdrawn ON public.mirror_transfers USING btree (asset, created_at) WHERE ((type = ''CRYPTO_WITHDRAWAL''::text) AND (direction = ''DEBIT''::text))'),
    (7, 'mirror_transfers_priced', 'CREATE INDEX mirror_transfers_priced ON public.mirror_transfers USING btree (asset, created_at) WHERE ((type = ANY (ARRAY[''CRYPTO_WITHDRAWAL''::text, ''CRYPTO_DEPOSIT''::text])) AND (status = ''COMPLETED''::text) AND (mirror_amount((record ->> ''notional_value''::text)) >= (10)::numeric) AND ((amount + COALESCE(fee, (0)::numeric)) > (0)::numeric))'),
    (8, 'mirror_transfers_updated', 'CREATE INDEX mirror_transfers_updated ON public.mirror_transfers USING btree (updated_at, id)'),
    (9, 'mirror_transfers_amount', 'CREATE INDEX mirror_transfers_amount ON public.mirror_transfers USING btree (COALESCE(amount, (''-1''::integer)::numeric), id)'),
    (10, 'mirror_transfers_total', 'CREATE INDEX mirror_transfers_total ON public.mirror_transfers USING btree (total)'),
    (11, 'mirror_transfers_hash_end', 'CREATE INDEX mirror_transfers_hash_end ON public.mirror_transfers USING btree (reverse("right"(hash_key, 12)))'),
    (12, 'mirror_transfers_address', 'CREATE INDEX mirror_transfers_address ON public.mirror_transfers USING btree (address_key, created_at)'),
    (13, 'mirror_transfers_address_end', 'CREATE INDEX mirror_transfers_address_end ON public.mirror_transfers USING btree (reverse(address_key))'),
    (14, 'mirror_transfers_text', 'CREATE INDEX mirror_transfers_text ON public.mirror_transfers USING gin (mirror_text(record) gin_trgm_ops)')
$$;
--> statement-breakpoint
-- An index that is no longer needed counts until it is dropped.
CREATE OR REPLACE FUNCTION mirror_missing_indexes() RETURNS integer LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (SELECT count(*)::integer FROM mirror_deferred_indexes() WHERE to_regclass('public.' || "name") IS NULL)
    + CASE WHEN to_regclass('public.mirror_transfers_address') IS NOT NULL
      AND to_regclass('public.mirror_transfers_address_first') IS NOT NULL THEN 1 ELSE 0 END
$$;
--> statement-breakpoint
-- Drops the deferred indexes where so few rows are stored that building them again takes no time, and has addresses found
-- meanwhile. Returns the number of dropped indexes.
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
--> statement-breakpoint
-- Drops the index of addresses that is no longer needed, or builds the first missing index, and returns its name; null
-- where nothing is left to do.
CREATE OR REPLACE FUNCTION mirror_build_index() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  missing record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('mirror indexes', 0));
  IF to_regclass('public.mirror_transfers_address') IS NOT NULL
    AND to_regclass('public.mirror_transfers_address_first') IS NOT NULL THEN
    BEGIN
      -- Reads wait behind this while it waits for others, and an export can read for minutes. It is tried again later.
      PERFORM set_config('lock_timeout', '200ms', true);
      DROP INDEX public.mirror_transfers_address_first;
      RETURN 'mirror_transfers_address_first';
    EXCEPTION WHEN lock_not_available THEN
      NULL;
    END;
  END IF;
  SELECT "name", "definition" INTO missing FROM mirror_deferred_indexes()
  WHERE to_regclass('public.' || "name") IS NULL ORDER BY "position" LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB') THEN
    PERFORM set_config('maintenance_work_mem', '256MB', true);
  END IF;
  EXECUTE missing.definition;
  IF NOT EXISTS (SELECT FROM mirror_deferred_indexes() WHERE to_regclass('public.' || "name") IS NULL) THEN
    ANALYZE public.mirror_transfers;
  END IF;
  RETURN missing.name;
END $$;
--> statement-breakpoint
-- Where there are many transfers, a console that runs builds them (migration 0050), so that no deployment waits.
DO $$ BEGIN
  IF (SELECT count(*) FROM (SELECT FROM mirror_transfers LIMIT 1001) few) <= 1000 THEN
    WHILE mirror_build_index() IS NOT NULL LOOP END LOOP;
  END IF;
END $$;
