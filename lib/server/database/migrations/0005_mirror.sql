CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Everything that a transfer can be found by, in lower case, each on a line of its own, so that a whole value, its
-- beginning and any part of it are all answered by one index.
CREATE FUNCTION mirror_text(record jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE labels text;
BEGIN
  IF jsonb_typeof(record->'metadata') = 'object' THEN
    SELECT string_agg(value, E'\n') INTO labels FROM jsonb_each_text(record->'metadata');
  END IF;
  RETURN E'\n' || lower(concat_ws(E'\n',
    record->>'id', record->>'ref_id', record->>'crypto_tx_hash', record->>'destination_address', record->>'group_id', record->>'memo',
    record#>>'{auto_conversion,from_transfer_id}', record#>>'{auto_conversion,to_transfer_id}', labels
  )) || E'\n';
END $$;
--> statement-breakpoint
-- An instant or a decimal as the service writes it; null where it is neither. Never fails, whatever comes.
CREATE FUNCTION mirror_instant(written text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN written ~ '^[12][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})?(?:[Zz]|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])$' THEN
    CASE WHEN substr(written, 9, 2) <= '28' THEN written::timestamptz
      ELSE (left(written, 8) || '01' || substr(written, 11))::timestamptz + (substr(written, 9, 2)::int - 1) * interval '24 hours' END END
$$;
--> statement-breakpoint
CREATE FUNCTION mirror_amount(written text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- Bounded beside the pattern: bounds inside it make the match ten times slower.
  SELECT CASE WHEN written ~ '^[0-9]*[.]?[0-9]+$' AND length(split_part(written, '.', 1)) <= 60 AND length(split_part(written, '.', 2)) <= 60 THEN written::numeric END
$$;
--> statement-breakpoint
CREATE TABLE "mirror_changes" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"transfer_id" text collate "C" NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"before" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mirror_quarantine" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"item" text NOT NULL,
	"reason" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mirror_sync" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"state" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mirror_sync_single" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "mirror_totals" (
	"asset" text collate "C" NOT NULL,
	"network" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"direction" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"secondary_status" text collate "C" NOT NULL,
	"profile_id" text collate "C" NOT NULL,
	"has_problem" boolean NOT NULL,
	"transfers" bigint NOT NULL,
	"amount" numeric NOT NULL,
	"total" numeric NOT NULL,
	"fee" numeric NOT NULL,
	CONSTRAINT "mirror_totals_kind" PRIMARY KEY("asset","network","type","direction","status","secondary_status","profile_id","has_problem")
);
--> statement-breakpoint
CREATE TABLE "mirror_transfers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"record" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"amount" numeric,
	"total" numeric,
	"fee" numeric,
	"asset" text collate "C" NOT NULL,
	"network" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"direction" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"secondary_status" text collate "C" NOT NULL,
	"profile_id" text collate "C" NOT NULL,
	"has_problem" boolean NOT NULL,
	"ref_key" text collate "C",
	"hash_key" text collate "C",
	"address_key" text collate "C",
	"group_key" text collate "C",
	"read_at" timestamp with time zone NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"check_at" timestamp with time zone,
	"gone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "read_budget" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"throttled_until" timestamp with time zone,
	"throttled_at" timestamp with time zone,
	"reads" bigint DEFAULT 0 NOT NULL,
	"throttled" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "read_budget_single" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_person_id_name_pk" PRIMARY KEY("person_id","name")
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mirror_changes_transfer" ON "mirror_changes" USING btree ("transfer_id","seq");--> statement-breakpoint
CREATE INDEX "mirror_transfers_created" ON "mirror_transfers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_updated" ON "mirror_transfers" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_amount" ON "mirror_transfers" USING btree (coalesce(amount, -1),"id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_total" ON "mirror_transfers" USING btree ("total");--> statement-breakpoint
CREATE INDEX "mirror_transfers_asset" ON "mirror_transfers" USING btree ("asset","created_at","id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_network" ON "mirror_transfers" USING btree ("network","created_at","id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_type" ON "mirror_transfers" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_status" ON "mirror_transfers" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_profile" ON "mirror_transfers" USING btree ("profile_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_secondary" ON "mirror_transfers" USING btree ("secondary_status","created_at","id") WHERE secondary_status <> '';--> statement-breakpoint
CREATE INDEX "mirror_transfers_problem" ON "mirror_transfers" USING btree ("created_at","id") WHERE has_problem;--> statement-breakpoint
CREATE INDEX "mirror_transfers_ref" ON "mirror_transfers" USING btree ("ref_key");--> statement-breakpoint
CREATE INDEX "mirror_transfers_hash" ON "mirror_transfers" USING btree ("hash_key");--> statement-breakpoint
CREATE INDEX "mirror_transfers_address" ON "mirror_transfers" USING btree ("address_key");--> statement-breakpoint
CREATE INDEX "mirror_transfers_group" ON "mirror_transfers" USING btree ("group_key");--> statement-breakpoint
CREATE INDEX "mirror_transfers_check" ON "mirror_transfers" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "mirror_transfers_text" ON "mirror_transfers" USING gin (mirror_text(record) gin_trgm_ops);
--> statement-breakpoint
INSERT INTO "mirror_sync" ("id", "state") VALUES (1, '{}');
--> statement-breakpoint
INSERT INTO "read_budget" ("id") VALUES (1);
--> statement-breakpoint
-- What was there before a change, and the totals, follow from the rows themselves, whoever writes them.
CREATE FUNCTION mirror_keep_before() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mirror_changes (transfer_id, before) VALUES (OLD.id, OLD.record);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "mirror_transfers_changed" AFTER UPDATE OF "record" ON "mirror_transfers" FOR EACH ROW
  WHEN (OLD.record IS DISTINCT FROM NEW.record) EXECUTE FUNCTION mirror_keep_before();
--> statement-breakpoint
CREATE FUNCTION mirror_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that two writers cannot wait for each other.
  IF TG_OP = 'INSERT' THEN
    INSERT INTO mirror_totals
    SELECT asset, network, type, direction, status, secondary_status, profile_id, has_problem,
      count(*), coalesce(sum(amount), 0), coalesce(sum(total), 0), coalesce(sum(fee), 0)
    FROM added GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (asset, network, type, direction, status, secondary_status, profile_id, has_problem) DO UPDATE SET
      transfers = mirror_totals.transfers + excluded.transfers, amount = mirror_totals.amount + excluded.amount,
      total = mirror_totals.total + excluded.total, fee = mirror_totals.fee + excluded.fee;
  ELSE
    INSERT INTO mirror_totals
    SELECT asset, network, type, direction, status, secondary_status, profile_id, has_problem,
      sum(n), coalesce(sum(n * amount), 0), coalesce(sum(n * total), 0), coalesce(sum(n * fee), 0)
    FROM (SELECT 1 AS n, added.* FROM added UNION ALL SELECT -1, removed.* FROM removed) moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(n) <> 0 OR sum(n * amount) <> 0 OR sum(n * total) <> 0 OR sum(n * fee) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (asset, network, type, direction, status, secondary_status, profile_id, has_problem) DO UPDATE SET
      transfers = mirror_totals.transfers + excluded.transfers, amount = mirror_totals.amount + excluded.amount,
      total = mirror_totals.total + excluded.total, fee = mirror_totals.fee + excluded.fee;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "mirror_transfers_added" AFTER INSERT ON "mirror_transfers" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mirror_count();
--> statement-breakpoint
CREATE TRIGGER "mirror_transfers_moved" AFTER UPDATE ON "mirror_transfers" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mirror_count();
