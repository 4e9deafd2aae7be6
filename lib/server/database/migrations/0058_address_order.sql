-- A million transfers may have one address. Its index now has their order, so that a page of them costs the same however
-- many there are (docs/decisions/0059-transfers-to-one-address-are-read-in-order.md). Checks of payments read this index,
-- so it is built here, before the console starts: about 20 seconds for ten million transfers.
CREATE INDEX "mirror_transfers_address_order" ON "mirror_transfers" USING btree ("address_key","created_at");
--> statement-breakpoint
DROP INDEX "mirror_transfers_address";
--> statement-breakpoint
ALTER INDEX "mirror_transfers_address_order" RENAME TO "mirror_transfers_address";
--> statement-breakpoint
-- Whole addresses read backwards: one entry of this index then stands for one address, and a search for an end goes from
-- one address to the next.
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
    (12, 'mirror_transfers_address_end', 'CREATE INDEX mirror_transfers_address_end ON public.mirror_transfers USING btree (reverse(address_key))'),
    (13, 'mirror_transfers_text', 'CREATE INDEX mirror_transfers_text ON public.mirror_transfers USING gin (mirror_text(record) gin_trgm_ops)')
$$;
--> statement-breakpoint
-- Where there are many transfers, a console that runs builds them (migration 0050), so that no deployment waits.
DO $$ BEGIN
  IF (SELECT count(*) FROM (SELECT FROM mirror_transfers LIMIT 1001) few) <= 1000 THEN
    WHILE mirror_build_index() IS NOT NULL LOOP END LOOP;
  END IF;
END $$;
