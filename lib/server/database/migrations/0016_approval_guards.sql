-- What the state machines of requests and sends do not have, no SQL of the console's role can do either
-- (lib/requests/decisions.ts, lib/sends/send-machine.ts, docs/specification/threats.md#rows-that-somebody-wrote).
-- Tables are named with their schema, and the search path is fixed: a temporary table of the same name decides nothing.
-- The steps that a request can take; `is_amended` where they bring a new version.
CREATE FUNCTION request_step_exists(before text, after text, is_amended boolean) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN is_amended THEN after = 'AWAITING_APPROVAL' AND before IN ('AWAITING_APPROVAL', 'REJECTED', 'EXPIRED')
    ELSE (before, after) IN (
      ('DRAFT', 'EXPIRED'),
      ('AWAITING_APPROVAL', 'APPROVED'), ('AWAITING_APPROVAL', 'REJECTED'), ('AWAITING_APPROVAL', 'EXPIRED'), ('AWAITING_APPROVAL', 'CANCELLED'),
      ('APPROVED', 'AWAITING_APPROVAL'), ('APPROVED', 'EXPIRED'), ('APPROVED', 'CANCELLED'), ('APPROVED', 'SENT')
    )
  END
$$;
--> statement-breakpoint
-- The steps that a send can take.
CREATE FUNCTION send_step_exists(before text, after text) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (before = 'QUEUED' AND after IN ('SENDING', 'UNKNOWN', 'HOLD', 'REFUSED'))
    OR (before = 'SENDING' AND after IN ('QUEUED', 'ACCEPTED', 'REFUSED', 'UNKNOWN', 'HOLD'))
    OR (before = 'UNKNOWN' AND after IN ('QUEUED', 'ACCEPTED', 'REFUSED', 'HOLD'))
    OR (before = 'HOLD' AND after IN ('QUEUED', 'ACCEPTED', 'REFUSED', 'UNKNOWN'))
$$;
--> statement-breakpoint
-- Whether the current version of a request has its votes: of different people with the role, none of them the requester,
-- on these bytes, none a rejection; at least one.
CREATE FUNCTION has_votes(request uuid) RETURNS boolean LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  found boolean;
BEGIN
  SELECT count(DISTINCT d.person_id) FILTER (
      WHERE d.verdict = 'APPROVED' AND d.person_id <> r.maker_id AND v.required_role = ANY (d.roles)
    ) >= greatest(1, v.required_approvals) AND count(*) FILTER (WHERE d.verdict = 'REJECTED') = 0
  INTO found
  FROM public.withdrawal_requests r
  JOIN public.request_versions v ON v.request_id = r.id AND v.version = r.version
  JOIN public.decisions d ON d.request_id = r.id AND d.version = r.version AND d.body_sha256 = v.body_sha256
  WHERE r.id = request
  GROUP BY v.required_approvals;
  RETURN coalesce(found, false);
END $$;
--> statement-breakpoint
CREATE FUNCTION guard_request() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'AWAITING_APPROVAL' OR NEW.version <> 1 THEN
      RAISE EXCEPTION 'a request begins with version 1, awaiting approval' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.version NOT IN (OLD.version, OLD.version + 1)
    OR NOT public.request_step_exists(OLD.state, NEW.state, NEW.version <> OLD.version) THEN
    RAISE EXCEPTION 'a request does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.version <> OLD.version AND (
    NOT EXISTS (SELECT 1 FROM public.request_versions WHERE request_id = NEW.id AND version = NEW.version)
    OR EXISTS (SELECT 1 FROM public.request_groups WHERE id = NEW.group_id AND kind = 'pair')
  ) THEN
    RAISE EXCEPTION 'a request takes the next version, and a test payment takes none' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'APPROVED' AND NOT public.has_votes(NEW.id) THEN
    RAISE EXCEPTION 'a request is approved by its votes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'SENT' AND NOT EXISTS (SELECT 1 FROM public.sends WHERE request_id = NEW.id AND state = 'ACCEPTED') THEN
    RAISE EXCEPTION 'a request is sent once its send is accepted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "withdrawal_requests_begun" BEFORE INSERT ON "withdrawal_requests" FOR EACH ROW EXECUTE FUNCTION guard_request();
--> statement-breakpoint
CREATE TRIGGER "withdrawal_requests_stepped" BEFORE UPDATE ON "withdrawal_requests" FOR EACH ROW
  WHEN (OLD.state <> NEW.state OR OLD.version <> NEW.version) EXECUTE FUNCTION guard_request();
--> statement-breakpoint
-- A version is the first or the next of its request, made now, under the policy in force (or replaced at this moment), and
-- asks for what its rule asks for.
CREATE FUNCTION guard_version() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  asked json;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.withdrawal_requests r WHERE r.id = NEW.request_id AND (
      (NEW.version = 1 AND r.version = 1)
      OR (NEW.version = r.version + 1 AND public.request_step_exists(r.state, 'AWAITING_APPROVAL', true))
    )
  ) THEN
    RAISE EXCEPTION 'a request takes no such version' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT rules -> (NEW.rule_number - 1) -> 'then' INTO asked
  FROM public.policy_versions WHERE version = NEW.policy_version AND NEW.rule_number >= 1;
  IF asked ->> 'kind' IS DISTINCT FROM 'approve'
    OR NEW.required_approvals <> greatest(1, (asked ->> 'count')::integer)
    OR NEW.required_role <> coalesce(asked ->> 'role', 'approver') THEN
    RAISE EXCEPTION 'a version asks for what its rule asks for' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF abs(extract(epoch FROM clock_timestamp() - NEW.created_at)) > 300 OR EXISTS (
    SELECT 1 FROM public.policy_versions WHERE version > NEW.policy_version AND active_from < now() - interval '1 minute'
  ) THEN
    RAISE EXCEPTION 'a version is made now, under the policy in force' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- After the row, so that its own constraints speak first.
CREATE TRIGGER "request_versions_by_rule" AFTER INSERT ON "request_versions" FOR EACH ROW EXECUTE FUNCTION guard_version();
--> statement-breakpoint
-- A vote is on the current version, while its request awaits approval.
CREATE FUNCTION guard_decision() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.withdrawal_requests WHERE id = NEW.request_id AND version = NEW.version AND state = 'AWAITING_APPROVAL'
  ) THEN
    RAISE EXCEPTION 'this version does not await approval' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "decisions_in_time" AFTER INSERT ON "decisions" FOR EACH ROW EXECUTE FUNCTION guard_decision();
--> statement-breakpoint
CREATE FUNCTION guard_send() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF (OLD.state NOT IN ('QUEUED', 'SENDING') AND (OLD.state = 'HOLD' AND OLD.hold ->> 'kind' = 'held') IS NOT TRUE)
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
  ) THEN
    RAISE EXCEPTION 'a send does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sends_voted" BEFORE INSERT ON "sends" FOR EACH ROW EXECUTE FUNCTION guard_send();
--> statement-breakpoint
CREATE TRIGGER "sends_stepped" BEFORE UPDATE ON "sends" FOR EACH ROW EXECUTE FUNCTION guard_send();
--> statement-breakpoint
CREATE TRIGGER "sends_deleted" BEFORE DELETE ON "sends" FOR EACH ROW EXECUTE FUNCTION guard_send();
--> statement-breakpoint
-- The functions of earlier migrations: a temporary table named as theirs would have decided instead.
ALTER FUNCTION refuse_locked() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION refuse_early_release() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION refuse_change() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION refuse_swap() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION mirror_keep_before() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION mirror_count() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION mirror_text(jsonb) SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION mirror_instant(text) SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION mirror_amount(text) SET search_path = pg_catalog, public, pg_temp;
