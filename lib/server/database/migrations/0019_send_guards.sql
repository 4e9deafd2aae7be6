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
CREATE FUNCTION current_epoch() RETURNS integer LANGUAGE sql STABLE AS $$ SELECT coalesce(max(number), 0) FROM restore_epochs $$;
--> statement-breakpoint
-- The number of restores before a request was made: not a time, since the clocks of two servers differ.
ALTER TABLE "withdrawal_requests" ADD COLUMN "epoch" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- A request from before a restore may have been approved, sent and paid since the backup, under its reference. So it is
-- neither approved nor changed again; its requester requests it anew (docs/specification/threats.md#audit-and-operations).
CREATE FUNCTION guard_request_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE FUNCTION guard_send_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE FUNCTION refuse_early_resume() RETURNS trigger LANGUAGE plpgsql AS $$
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
