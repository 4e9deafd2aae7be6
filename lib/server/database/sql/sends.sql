-- Sends, the stop switch, and alarms about transfers.

-- The steps that a send can take.
CREATE OR REPLACE FUNCTION send_step_exists(before text, after text) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (before = 'QUEUED' AND after IN ('SENDING', 'UNKNOWN', 'HOLD', 'REFUSED'))
    OR (before = 'SENDING' AND after IN ('QUEUED', 'ACCEPTED', 'REFUSED', 'UNKNOWN', 'HOLD'))
    OR (before = 'UNKNOWN' AND after IN ('QUEUED', 'ACCEPTED', 'REFUSED', 'HOLD'))
    OR (before = 'HOLD' AND after IN ('QUEUED', 'ACCEPTED', 'REFUSED', 'UNKNOWN'))
    OR (before = 'REFUSED' AND after = 'QUEUED')
$$;

-- Whether a declined send can be queued again: its last attempt was declined for want of travel-rule data, no attempt
-- had an unknown outcome, nobody closed it, it was not requested again, and it is not from before a restore.
CREATE OR REPLACE FUNCTION may_queue_again(send sends) RETURNS boolean LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A statement of its own: the next one must see a follow-up that was saved while this one waited.
  PERFORM 1 FROM public.withdrawal_requests WHERE id = send.request_id FOR UPDATE;
  RETURN NOT send.is_ambiguous AND send.closed_at IS NULL AND send.transfer_id IS NULL
    AND EXISTS (
      SELECT 1 FROM public.withdrawal_requests
      WHERE id = send.request_id AND state = 'APPROVED' AND epoch >= public.current_epoch()
    )
    AND NOT EXISTS (SELECT 1 FROM public.request_follow_ups WHERE follows_id = send.request_id)
    AND (
      SELECT reason = 'refused'
        AND (evidence -> 'problem' -> 'type')::text = '"travel-rule-information-required"'
      FROM public.send_attempts WHERE request_id = send.request_id ORDER BY fence DESC LIMIT 1
    ) IS TRUE;
END $$;

-- A send takes only the steps that the send machine has. What a limit over time or the newest policy holds can be
-- cancelled: no attempt of it was made.
CREATE OR REPLACE FUNCTION guard_send() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF (OLD.state NOT IN ('QUEUED', 'SENDING') AND (OLD.state = 'HOLD' AND OLD.hold ->> 'kind' IN ('held', 'limit',
      'policy')) IS NOT TRUE)
      OR OLD.posts > 0 OR OLD.transfer_id IS NOT NULL THEN
      RAISE EXCEPTION 'a send that may have left is never deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'QUEUED' OR NEW.fence <> 0 OR NEW.posts <> 0 OR NEW.transfer_id IS NOT NULL THEN
      RAISE EXCEPTION 'a send begins as QUEUED' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT EXISTS (SELECT 1 FROM public.withdrawal_requests WHERE id = NEW.request_id AND state = 'APPROVED')
      OR NOT public.has_votes(NEW.request_id) THEN
      RAISE EXCEPTION 'only what is approved by its votes is sent' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.request_id <> OLD.request_id OR NEW.fence < OLD.fence OR NEW.posts < OLD.posts
    OR (OLD.transfer_id IS NOT NULL AND NEW.transfer_id IS DISTINCT FROM OLD.transfer_id)
    OR (OLD.is_ambiguous AND NOT NEW.is_ambiguous AND NEW.state <> 'ACCEPTED') THEN
    RAISE EXCEPTION 'what a send has behind it is not undone' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state <> OLD.state AND (
    NOT public.send_step_exists(OLD.state, NEW.state)
    OR (NEW.state = 'SENDING' AND NEW.fence <> OLD.fence + 1)
    OR (OLD.state = 'HOLD' AND OLD.hold ->> 'kind' = 'changed' AND NEW.state IN ('QUEUED', 'UNKNOWN'))
    OR (OLD.state = 'REFUSED' AND NOT public.may_queue_again(OLD))
  ) THEN
    RAISE EXCEPTION 'a send does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- No send begins for a request from before a restore, and one that the backup has may have left since: it is ambiguous.
CREATE OR REPLACE FUNCTION guard_send_epoch() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (SELECT epoch FROM withdrawal_requests WHERE id = NEW.request_id) < current_epoch() THEN
    IF TG_OP = 'INSERT' THEN
      RAISE EXCEPTION 'a request from before a restore is requested anew' USING ERRCODE = 'insufficient_privilege';
    END IF;
    NEW.is_ambiguous := true;
  END IF;
  RETURN NEW;
END $$;

-- Sending resumes after a restore only once the whole list was read since: until then the mirror may lack what was
-- paid.
CREATE OR REPLACE FUNCTION refuse_early_resume() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
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

-- An alarm ends only by two people: what was found, and by whom it was marked as known, is not changed.
CREATE OR REPLACE FUNCTION guard_transfer_alarm() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.known_by IS NOT NULL THEN
    RAISE EXCEPTION 'an alarm is marked as known by two people' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'UPDATE' AND (
    OLD.known_by IS NOT NULL OR NEW.transfer_id <> OLD.transfer_id OR NEW.kind <> OLD.kind
    OR NEW.request_id IS DISTINCT FROM OLD.request_id OR NEW.detail::text <> OLD.detail::text
      OR NEW.raised_at <> OLD.raised_at
    OR NOT EXISTS (SELECT 1 FROM proposals WHERE id = NEW.known_by AND kind = 'known-transfers')
  ) THEN
    RAISE EXCEPTION 'an alarm is marked as known by two people' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER sends_deleted BEFORE DELETE ON sends FOR EACH ROW EXECUTE FUNCTION guard_send();
CREATE OR REPLACE TRIGGER sends_epoch_ambiguous BEFORE UPDATE ON sends
  FOR EACH ROW WHEN (((new.state = ANY (ARRAY['QUEUED'::text, 'SENDING'::text])) AND (NOT new.is_ambiguous)))
  EXECUTE FUNCTION guard_send_epoch();
CREATE OR REPLACE TRIGGER sends_epoch_begun BEFORE INSERT ON sends FOR EACH ROW EXECUTE FUNCTION guard_send_epoch();
CREATE OR REPLACE TRIGGER sends_not_locked BEFORE INSERT OR UPDATE OF request_id ON sends
  FOR EACH ROW EXECUTE FUNCTION refuse_locked();
CREATE OR REPLACE TRIGGER sends_stepped BEFORE UPDATE ON sends FOR EACH ROW EXECUTE FUNCTION guard_send();
CREATE OR REPLACE TRIGGER sends_voted BEFORE INSERT ON sends FOR EACH ROW EXECUTE FUNCTION guard_send();
CREATE OR REPLACE TRIGGER stop_switch_checked BEFORE UPDATE ON stop_switch
  FOR EACH ROW WHEN ((old.is_stopped AND (NOT new.is_stopped))) EXECUTE FUNCTION refuse_early_resume();
CREATE OR REPLACE TRIGGER stop_switch_kept BEFORE DELETE ON stop_switch FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER transfer_alarms_guarded BEFORE INSERT OR UPDATE ON transfer_alarms
  FOR EACH ROW EXECUTE FUNCTION guard_transfer_alarm();
CREATE OR REPLACE TRIGGER transfer_alarms_kept BEFORE DELETE ON transfer_alarms
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
