-- The first walk fills mirror_transfers behind the indexes that looking up a key and listing the newest need. It drops
-- the others while the table is almost empty and builds them once it has ended: each row would else pay for all of them.
--
-- The console's role owns no table, so the functions run as their owner. They take no arguments, and every statement that
-- they execute stands here. A migration that changes one of these indexes replaces mirror_deferred_indexes.
CREATE FUNCTION mirror_deferred_indexes() RETURNS TABLE ("position" integer, "name" text, "definition" text)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  VALUES
    (1, 'mirror_transfers_status', 'CREATE INDEX mirror_transfers_status ON public.mirror_transfers USING btree (status, created_at, id)'),
    (2, 'mirror_transfers_asset', 'CREATE INDEX mirror_transfers_asset ON public.mirror_transfers USING btree (asset, created_at, id)'),
    (3, 'mirror_transfers_profile', 'CREATE INDEX mirror_transfers_profile ON public.mirror_transfers USING btree (profile_id, created_at, id)'),
    (4, 'mirror_transfers_type', 'CREATE INDEX mirror_transfers_type ON public.mirror_transfers USING btree (type, created_at, id)'),
    (5, 'mirror_transfers_network', 'CREATE INDEX mirror_transfers_network ON public.mirror_transfers USING btree (network, created_at, id)'),
    (6, 'mirror_transfers_withdrawn', 'CREATE INDEX mirror_transfers_withdrawn ON public.mirror_transfers USING btree (asset, created_at, id) WHERE ((type = ''CRYPTO_WITHDRAWAL''::text) AND (direction = ''DEBIT''::text))'),
    (7, 'mirror_transfers_priced', 'CREATE INDEX mirror_transfers_priced ON public.mirror_transfers USING btree (asset, created_at, id) WHERE ((type = ANY (ARRAY[''CRYPTO_WITHDRAWAL''::text, ''CRYPTO_DEPOSIT''::text])) AND (status = ''COMPLETED''::text) AND (mirror_amount((record ->> ''notional_value''::text)) >= (10)::numeric) AND ((amount + COALESCE(fee, (0)::numeric)) > (0)::numeric))'),
    (8, 'mirror_transfers_updated', 'CREATE INDEX mirror_transfers_updated ON public.mirror_transfers USING btree (updated_at, id)'),
    (9, 'mirror_transfers_amount', 'CREATE INDEX mirror_transfers_amount ON public.mirror_transfers USING btree (COALESCE(amount, (''-1''::integer)::numeric), id)'),
    (10, 'mirror_transfers_total', 'CREATE INDEX mirror_transfers_total ON public.mirror_transfers USING btree (total)'),
    (11, 'mirror_transfers_text', 'CREATE INDEX mirror_transfers_text ON public.mirror_transfers USING gin (mirror_text(record) gin_trgm_ops)')
$$;
--> statement-breakpoint
CREATE FUNCTION mirror_missing_indexes() RETURNS integer LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT count(*)::integer FROM mirror_deferred_indexes() WHERE to_regclass('public.' || "name") IS NULL
$$;
--> statement-breakpoint
-- Drops the deferred indexes where so few rows are stored that building them again takes no time. Returns their number.
CREATE FUNCTION mirror_defer_indexes() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
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
  RETURN dropped;
END $$;
--> statement-breakpoint
-- Builds the first missing index and returns its name; null where none is missing. Nothing is written to the table
-- meanwhile, and everything can be read. A build that ends early leaves nothing behind.
CREATE FUNCTION mirror_build_index() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET maintenance_work_mem = '256MB' AS $$
DECLARE
  missing record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('mirror indexes', 0));
  SELECT "name", "definition" INTO missing FROM mirror_deferred_indexes()
  WHERE to_regclass('public.' || "name") IS NULL ORDER BY "position" LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  EXECUTE missing.definition;
  IF mirror_missing_indexes() = 0 THEN
    ANALYZE public.mirror_transfers;
  END IF;
  RETURN missing.name;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION mirror_defer_indexes(), mirror_build_index() FROM PUBLIC;
