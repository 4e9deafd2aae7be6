-- A hold of this kind follows two complete walks that found nothing; the second was not counted before. Sending again now
-- needs both (docs/specification/send-protocol.md#send-again).
UPDATE "sends" SET "misses" = 2 WHERE "state" = 'HOLD' AND "hold" ->> 'kind' = 'not-found' AND "misses" < 2;
--> statement-breakpoint
-- Each restore of the database from a backup; written by after-restore and never changed.
CREATE TABLE "restore_epochs" (
	"number" integer PRIMARY KEY NOT NULL,
	"restored_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"audit_seq" bigint NOT NULL,
	"audit_hash" text NOT NULL,
	CONSTRAINT "restore_epochs_number" CHECK (number > 0)
);
--> statement-breakpoint
CREATE TRIGGER "restore_epochs_append_only" BEFORE UPDATE OR DELETE ON "restore_epochs" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "restore_epochs_not_truncated" BEFORE TRUNCATE ON "restore_epochs" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION current_epoch() RETURNS integer LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$ SELECT coalesce(max(number), 0) FROM restore_epochs $$;
--> statement-breakpoint
-- The number of restores before a request was made: not a time, since the clocks of two servers differ.
ALTER TABLE "withdrawal_requests" ADD COLUMN "epoch" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- A request from before a restore may have been approved, sent and paid since the backup, under its reference. So it is
-- neither approved nor changed again; its requester requests it anew (docs/specification/threats.md#audit-and-operations).
CREATE FUNCTION guard_request_epoch() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.epoch := current_epoch();
    RETURN NEW;
  END IF;
  IF NEW.epoch <> OLD.epoch THEN
    RAISE EXCEPTION 'the epoch of a request never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF OLD.epoch < current_epoch() AND (NEW.version <> OLD.version OR (NEW.state <> OLD.state AND NEW.state IN ('DRAFT', 'AWAITING_APPROVAL', 'APPROVED'))) THEN
    RAISE EXCEPTION 'a request from before a restore is requested anew' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "withdrawal_requests_epoch_set" BEFORE INSERT ON "withdrawal_requests" FOR EACH ROW EXECUTE FUNCTION guard_request_epoch();
--> statement-breakpoint
CREATE TRIGGER "withdrawal_requests_epoch_kept" BEFORE UPDATE ON "withdrawal_requests" FOR EACH ROW EXECUTE FUNCTION guard_request_epoch();
--> statement-breakpoint
-- No send begins for a request from before a restore, and one that the backup has may have left since: it is ambiguous.
CREATE FUNCTION guard_send_epoch() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (SELECT epoch FROM withdrawal_requests WHERE id = NEW.request_id) < current_epoch() THEN
    IF TG_OP = 'INSERT' THEN
      RAISE EXCEPTION 'a request from before a restore is requested anew' USING ERRCODE = 'insufficient_privilege';
    END IF;
    NEW.is_ambiguous := true;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sends_epoch_begun" BEFORE INSERT ON "sends" FOR EACH ROW EXECUTE FUNCTION guard_send_epoch();
--> statement-breakpoint
CREATE TRIGGER "sends_epoch_ambiguous" BEFORE UPDATE ON "sends" FOR EACH ROW
  WHEN (NEW.state IN ('QUEUED', 'SENDING') AND NOT NEW.is_ambiguous) EXECUTE FUNCTION guard_send_epoch();
--> statement-breakpoint
-- Sending resumes after a restore only once the whole list was read since: until then the mirror may lack what was paid.
CREATE FUNCTION refuse_early_resume() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  restored timestamptz := (SELECT restored_at FROM restore_epochs ORDER BY number DESC LIMIT 1);
BEGIN
  IF restored IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM mirror_sync
    WHERE mirror_instant(state -> 'lastWalk' ->> 'startedAt') >= restored AND state ->> 'incomplete' IS NULL
  ) THEN
    RAISE EXCEPTION 'sending resumes after a full check of all transfers' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "stop_switch_checked" BEFORE UPDATE ON "stop_switch" FOR EACH ROW
  WHEN (OLD.is_stopped AND NOT NEW.is_stopped) EXECUTE FUNCTION refuse_early_resume();
--> statement-breakpoint
-- Transfers that the watcher has still to compare with what was requested and recorded here. Filled with the mirror, in
-- the same transaction; emptied by the watcher.
CREATE TABLE "transfer_watch" (
	"transfer_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "transfer_watch_queued" ON "transfer_watch" USING btree ("queued_at","transfer_id");
--> statement-breakpoint
-- From when on a withdrawal that nobody requested here counts: the end of the first full check of the mirror.
CREATE TABLE "watch_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"foreign_since" timestamp with time zone,
	CONSTRAINT "watch_state_single" CHECK (id = 1)
);
--> statement-breakpoint
INSERT INTO "watch_state" ("id") VALUES (1);
--> statement-breakpoint
-- Transfers that no request explains: withdrawals that nobody requested here (foreign), and transfers with the reference
-- of a request that has another transfer, or none (reference); and transfers of our own whose request or approvals the audit log
-- does not have (unaudited).
CREATE TABLE "transfer_alarms" (
	"transfer_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"request_id" uuid,
	"detail" json NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"known_by" uuid,
	CONSTRAINT "transfer_alarms_kind" CHECK (kind in ('foreign', 'reference', 'unaudited')),
	CONSTRAINT "transfer_alarms_request" CHECK ((kind = 'foreign') = (request_id is null))
);
--> statement-breakpoint
ALTER TABLE "transfer_alarms" ADD CONSTRAINT "transfer_alarms_request_id_withdrawal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transfer_alarms" ADD CONSTRAINT "transfer_alarms_known_by_proposals_id_fk" FOREIGN KEY ("known_by") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "transfer_alarms_open" ON "transfer_alarms" USING btree ("raised_at","transfer_id") WHERE known_by is null;
--> statement-breakpoint
CREATE INDEX "transfer_alarms_by_request" ON "transfer_alarms" USING btree ("request_id") WHERE request_id is not null;
--> statement-breakpoint
-- An alarm ends only by two people: what was found, and by whom it was marked as known, is not changed.
CREATE FUNCTION guard_transfer_alarm() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.known_by IS NOT NULL THEN
    RAISE EXCEPTION 'an alarm is marked as known by two people' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'UPDATE' AND (
    OLD.known_by IS NOT NULL OR NEW.transfer_id <> OLD.transfer_id OR NEW.kind <> OLD.kind
    OR NEW.request_id IS DISTINCT FROM OLD.request_id OR NEW.detail::text <> OLD.detail::text OR NEW.raised_at <> OLD.raised_at
    OR NOT EXISTS (SELECT 1 FROM proposals WHERE id = NEW.known_by AND kind = 'known-transfers')
  ) THEN
    RAISE EXCEPTION 'an alarm is marked as known by two people' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "transfer_alarms_guarded" BEFORE INSERT OR UPDATE ON "transfer_alarms" FOR EACH ROW EXECUTE FUNCTION guard_transfer_alarm();
--> statement-breakpoint
CREATE TRIGGER "transfer_alarms_kept" BEFORE DELETE ON "transfer_alarms" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "transfer_alarms_not_truncated" BEFORE TRUNCATE ON "transfer_alarms" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Profiles from which others may send; the one with the highest number is in force.
CREATE TABLE "external_profiles" (
	"version" integer PRIMARY KEY NOT NULL,
	"profiles" text[] NOT NULL,
	"proposal_id" uuid,
	"active_from" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "external_profiles" ADD CONSTRAINT "external_profiles_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER "external_profiles_append_only" BEFORE UPDATE OR DELETE ON "external_profiles" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "external_profiles_not_truncated" BEFORE TRUNCATE ON "external_profiles" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "external_profiles_confirmed" AFTER INSERT ON "external_profiles" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unconfirmed_version('external-profiles');
--> statement-breakpoint
CREATE FUNCTION queue_for_watch() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  since timestamptz := (SELECT foreign_since FROM watch_state);
BEGIN
  -- Until the time is noted, its note waits for every writer that does not know of it, and then queues what they stored.
  IF since IS NULL THEN
    SELECT foreign_since INTO since FROM watch_state FOR SHARE;
  END IF;
  -- In one order, so that two writers cannot wait for each other.
  IF TG_OP = 'INSERT' THEN
    INSERT INTO transfer_watch (transfer_id)
    SELECT id FROM added
    WHERE (type = 'CRYPTO_WITHDRAWAL' AND direction = 'DEBIT' AND since IS NOT NULL AND (created_at >= since OR created_at = '-infinity'))
      OR EXISTS (SELECT 1 FROM withdrawal_requests WHERE ref_id = added.record ->> 'ref_id')
    ORDER BY id ON CONFLICT DO NOTHING;
  ELSE
    -- Compared again where it may be another withdrawal now.
    INSERT INTO transfer_watch (transfer_id)
    SELECT added.id FROM added JOIN removed USING (id)
    WHERE (added.record ->> 'ref_id', added.type, added.direction) IS DISTINCT FROM (removed.record ->> 'ref_id', removed.type, removed.direction)
    ORDER BY 1 ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "mirror_transfers_watched" AFTER INSERT ON "mirror_transfers" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_for_watch();
--> statement-breakpoint
CREATE TRIGGER "mirror_transfers_rewatched" AFTER UPDATE ON "mirror_transfers" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_for_watch();
--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_kind";
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_kind" CHECK (kind in ('policy', 'recipient', 'directory', 'release-stop', 'resolve-send', 'lift-suspension', 'known-transfers', 'external-profiles'));
