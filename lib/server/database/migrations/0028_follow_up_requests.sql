-- Requests that were requested again (docs/specification/send-protocol.md#requested-again), and returned requests that
-- their requesters marked as done. A follow-up is a request of its own: nothing here is read by an approval or a claim.
CREATE TABLE "request_follow_ups" (
	"request_id" uuid PRIMARY KEY REFERENCES "withdrawal_requests"("id"),
	"follows_id" uuid NOT NULL REFERENCES "withdrawal_requests"("id"),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_follow_ups_follows" UNIQUE("follows_id"),
	CONSTRAINT "request_follow_ups_not_itself" CHECK (request_id <> follows_id)
);
--> statement-breakpoint
CREATE TRIGGER "request_follow_ups_append_only" BEFORE UPDATE OR DELETE ON "request_follow_ups" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "request_follow_ups_not_truncated" BEFORE TRUNCATE ON "request_follow_ups" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Only a withdrawal that is over and paid nobody is requested again, or one from before a restore, which nobody can approve.
CREATE FUNCTION guard_follow_up() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A statement of its own: the next one must see what another transaction changed while this one waited.
  PERFORM 1 FROM withdrawal_requests WHERE id = NEW.follows_id FOR UPDATE;
  IF NOT EXISTS (
    SELECT 1 FROM withdrawal_requests request LEFT JOIN sends send ON send.request_id = request.id
    WHERE request.id = NEW.follows_id AND (
      (send.request_id IS NULL AND (request.state IN ('REJECTED', 'EXPIRED', 'CANCELLED') OR request.epoch < current_epoch()))
      OR send.state = 'REFUSED'
      OR (send.state = 'ACCEPTED' AND send.transfer_status = 'FAILED')
    )
  ) THEN
    RAISE EXCEPTION 'only a withdrawal that is over and paid nobody is requested again' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "request_follow_ups_guarded" BEFORE INSERT ON "request_follow_ups" FOR EACH ROW EXECUTE FUNCTION guard_follow_up();--> statement-breakpoint
-- Otherwise the request and its follow-up could both be paid.
CREATE FUNCTION guard_followed_request() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM request_follow_ups WHERE follows_id = NEW.id) THEN
    RAISE EXCEPTION 'a request that was requested again is neither changed nor approved' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "withdrawal_requests_followed" BEFORE UPDATE ON "withdrawal_requests" FOR EACH ROW
  WHEN (NEW.version <> OLD.version OR (NEW.state <> OLD.state AND NEW.state IN ('DRAFT', 'AWAITING_APPROVAL', 'APPROVED')))
  EXECUTE FUNCTION guard_followed_request();--> statement-breakpoint
-- By version: a request that is changed and rejected again is returned again.
CREATE TABLE "returned_dismissals" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL REFERENCES "people"("id"),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returned_dismissals_request_id_version_pk" PRIMARY KEY("request_id","version"),
	CONSTRAINT "returned_dismissals_version" FOREIGN KEY ("request_id","version") REFERENCES "request_versions"("request_id","version")
);
--> statement-breakpoint
CREATE TRIGGER "returned_dismissals_append_only" BEFORE UPDATE OR DELETE ON "returned_dismissals" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "returned_dismissals_not_truncated" BEFORE TRUNCATE ON "returned_dismissals" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE INDEX "withdrawal_requests_returned" ON "withdrawal_requests" USING btree ("maker_id","updated_at") WHERE state in ('REJECTED', 'EXPIRED');--> statement-breakpoint
CREATE INDEX "sends_returned" ON "sends" USING btree ("request_id") WHERE state = 'REFUSED' or transfer_status = 'FAILED';
