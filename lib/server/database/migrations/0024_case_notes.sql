-- Case notes on transfers, settled problems, and watches (docs/decisions/0022-cases.md).
-- By the transfer's id without a foreign key: the mirror can be dropped and read again, what people wrote cannot.
CREATE TABLE "case_notes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"transfer_id" text collate "C" NOT NULL,
	"person_id" uuid NOT NULL REFERENCES "people"("id"),
	"note" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "case_notes_length" CHECK (char_length(note) BETWEEN 1 AND 2000)
);
--> statement-breakpoint
CREATE INDEX "case_notes_transfer" ON "case_notes" USING btree ("transfer_id","id");--> statement-breakpoint
CREATE TRIGGER "case_notes_append_only" BEFORE UPDATE OR DELETE ON "case_notes" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "case_notes_not_truncated" BEFORE TRUNCATE ON "case_notes" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TABLE "problem_settlements" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"transfer_id" text collate "C" NOT NULL,
	"event" text NOT NULL,
	"problem" text NOT NULL,
	"person_id" uuid NOT NULL REFERENCES "people"("id"),
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "problem_settlements_event" CHECK (event in ('SETTLED', 'REOPENED')),
	CONSTRAINT "problem_settlements_reason" CHECK (char_length(reason) BETWEEN 1 AND 300)
);
--> statement-breakpoint
CREATE INDEX "problem_settlements_transfer" ON "problem_settlements" USING btree ("transfer_id","id");--> statement-breakpoint
CREATE TRIGGER "problem_settlements_append_only" BEFORE UPDATE OR DELETE ON "problem_settlements" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "problem_settlements_not_truncated" BEFORE TRUNCATE ON "problem_settlements" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- The fingerprint of what needs attention in a record: whatever sets has_problem (lib/server/mirror/store.ts), and the
-- status. created_at only where it cannot be read, since it may differ by milliseconds between two reads. In a list, so
-- that a missing member differs from a readable one.
CREATE FUNCTION problem_fingerprint(record jsonb) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(
    record->'status', record->'secondary_status', record->'status_details',
    CASE WHEN mirror_amount(record->>'amount') IS NULL THEN jsonb_build_array(record->'amount') END,
    CASE WHEN mirror_instant(record->>'created_at') IS NULL THEN jsonb_build_array(record->'created_at') END
  )::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- In the row itself, so that lists, counts and exports filter by an index and cannot disagree.
ALTER TABLE "mirror_transfers" ADD COLUMN "is_settled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE FUNCTION mirror_mark_settled() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.is_settled := NEW.has_problem AND coalesce((
    SELECT event = 'SETTLED' AND problem = problem_fingerprint(NEW.record)
    FROM problem_settlements WHERE transfer_id = NEW.id ORDER BY id DESC LIMIT 1
  ), false);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Not for the rows without a problem, which are nearly all: the sync stays as fast as it is.
CREATE TRIGGER "mirror_transfers_settled_new" BEFORE INSERT ON "mirror_transfers" FOR EACH ROW
  WHEN (NEW.has_problem) EXECUTE FUNCTION mirror_mark_settled();--> statement-breakpoint
CREATE TRIGGER "mirror_transfers_settled" BEFORE UPDATE ON "mirror_transfers" FOR EACH ROW
  WHEN (NEW.has_problem OR OLD.is_settled) EXECUTE FUNCTION mirror_mark_settled();--> statement-breakpoint
CREATE FUNCTION settle_in_mirror() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- The trigger above computes the value, with the record as it is when this update has its row.
  UPDATE mirror_transfers SET is_settled = is_settled WHERE id = NEW.transfer_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "problem_settlements_applied" AFTER INSERT ON "problem_settlements" FOR EACH ROW EXECUTE FUNCTION settle_in_mirror();--> statement-breakpoint
CREATE INDEX "mirror_transfers_unsettled" ON "mirror_transfers" USING btree ("created_at","id") WHERE has_problem AND NOT is_settled;--> statement-breakpoint
CREATE TABLE "transfer_watches" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"person_id" uuid NOT NULL REFERENCES "people"("id"),
	"transfer_id" text collate "C",
	"request_id" uuid REFERENCES "withdrawal_requests"("id"),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "transfer_watches_one" CHECK (num_nonnulls(transfer_id, request_id) = 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_watches_transfer" ON "transfer_watches" USING btree ("person_id","transfer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_watches_request" ON "transfer_watches" USING btree ("person_id","request_id");
