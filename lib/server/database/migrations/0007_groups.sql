CREATE TABLE "batch_progress" (
	"batch_key" uuid PRIMARY KEY NOT NULL,
	"maker_id" uuid NOT NULL,
	"done" integer NOT NULL,
	"count" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Whatever code, script or hand asks: of a pair nothing leaves before both are approved, and the remainder not before somebody
-- said that the recipient has the test.
CREATE FUNCTION refuse_locked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pair uuid;
  part integer;
BEGIN
  SELECT r.group_id, r.group_position INTO pair, part
  FROM withdrawal_requests r JOIN request_groups g ON g.id = r.group_id
  WHERE r.id = NEW.request_id AND g.kind = 'pair';
  IF part = 0 AND NOT EXISTS (SELECT 1 FROM withdrawal_requests WHERE group_id = pair AND group_position = 1 AND state = 'APPROVED') THEN
    RAISE EXCEPTION 'a test is sent only where its remainder is approved' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF part = 1 AND NOT EXISTS (SELECT 1 FROM pair_releases WHERE group_id = pair) THEN
    RAISE EXCEPTION 'a remainder is locked until its test is confirmed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sends_not_locked" BEFORE INSERT OR UPDATE OF "request_id" ON "sends" FOR EACH ROW EXECUTE FUNCTION refuse_locked();
--> statement-breakpoint
-- What has not arrived is not confirmed.
CREATE FUNCTION refuse_early_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM request_groups g
    JOIN withdrawal_requests r ON r.group_id = g.id AND r.group_position = 0
    JOIN sends s ON s.request_id = r.id
    WHERE g.id = NEW.group_id AND g.kind = 'pair' AND s.state = 'ACCEPTED' AND s.transfer_status = 'COMPLETED'
  ) THEN
    RAISE EXCEPTION 'a test that is not completed is not confirmed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "pair_releases_not_early" BEFORE INSERT ON "pair_releases" FOR EACH ROW EXECUTE FUNCTION refuse_early_release();
