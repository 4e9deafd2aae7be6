-- Requests, their versions, files and steps.

-- Whose a request is, under which reference, and with which others it was requested never changes; nor does the
-- version that counts once it is approved.
CREATE OR REPLACE FUNCTION refuse_swap() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.requester_id <> OLD.requester_id OR NEW.ref_id <> OLD.ref_id
    OR NEW.bundle_id IS DISTINCT FROM OLD.bundle_id OR NEW.bundle_position IS DISTINCT FROM OLD.bundle_position
    OR (NEW.version <> OLD.version AND OLD.state IN ('APPROVED', 'SENT')) THEN
    RAISE EXCEPTION 'what was approved is not exchanged' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- Whatever code, script or hand asks: of a pair nothing leaves before both are approved, and the remainder not before
-- somebody said that the recipient has the test.
CREATE OR REPLACE FUNCTION refuse_locked() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  pair uuid;
  part integer;
BEGIN
  SELECT r.bundle_id, r.bundle_position INTO pair, part
  FROM withdrawal_requests r JOIN bundles g ON g.id = r.bundle_id
  WHERE r.id = NEW.request_id AND g.kind = 'test-payment';
  IF part = 0 AND NOT EXISTS (SELECT 1 FROM withdrawal_requests WHERE bundle_id = pair AND bundle_position = 1
    AND state = 'APPROVED') THEN
    RAISE EXCEPTION 'a test is sent only where its remainder is approved' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF part = 1 AND NOT EXISTS (SELECT 1 FROM test_payment_confirmations WHERE bundle_id = pair) THEN
    RAISE EXCEPTION 'a remainder is locked until its test is confirmed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- What the state machines of requests and sends do not have, no SQL of the console's role can do either
-- (lib/requests/decisions.ts, lib/sends/send-machine.ts, docs/specification/threats.md#rows-written-in-the-database).
-- Tables are named with their schema, and the search path is fixed: a temporary table of the same name decides nothing.
-- The steps that a request can take; `is_amended` where they bring a new version.
CREATE OR REPLACE FUNCTION request_step_exists(before text, after text, is_amended boolean) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN is_amended THEN after = 'AWAITING_APPROVAL' AND before IN ('AWAITING_APPROVAL', 'REJECTED', 'EXPIRED')
    ELSE (before, after) IN (
      ('DRAFT', 'EXPIRED'),
      ('AWAITING_APPROVAL', 'APPROVED'), ('AWAITING_APPROVAL', 'REJECTED'), ('AWAITING_APPROVAL', 'EXPIRED'),
        ('AWAITING_APPROVAL', 'CANCELLED'),
      ('APPROVED', 'AWAITING_APPROVAL'), ('APPROVED', 'EXPIRED'), ('APPROVED', 'CANCELLED'), ('APPROVED', 'SENT')
    )
  END
$$;

-- Tells whether the current version of a request has its votes: of different people with the role, none of them the
-- requester, on these bytes, none a rejection; at least one, and from each group as many as the version asks for.
-- Whether one person would fill two places at once is judged by lib/approver-groups/needs.ts alone; the number of
-- people is judged here.
CREATE OR REPLACE FUNCTION has_votes(request uuid) RETURNS boolean LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  found boolean;
BEGIN
  SELECT count(DISTINCT d.person_id) FILTER (
      WHERE d.verdict = 'APPROVED' AND d.person_id <> r.requester_id AND v.required_role = ANY (d.roles)
    ) >= greatest(1, v.required_approvals) AND count(*) FILTER (WHERE d.verdict = 'REJECTED') = 0
  INTO found
  FROM public.withdrawal_requests r
  JOIN public.request_versions v ON v.request_id = r.id AND v.version = r.version
  JOIN public.decisions d ON d.request_id = r.id AND d.version = r.version AND d.body_sha256 = v.body_sha256
  WHERE r.id = request
  GROUP BY v.required_approvals;
  RETURN coalesce(found, false) AND NOT EXISTS (
    SELECT 1
    FROM public.withdrawal_requests r
    JOIN public.request_versions v ON v.request_id = r.id AND v.version = r.version,
      json_array_elements(v.required_groups) AS need(one)
    WHERE r.id = request AND (need.one ->> 'count')::integer > (
      SELECT count(DISTINCT d.person_id) FROM public.decisions d
      WHERE d.request_id = r.id AND d.version = r.version AND d.body_sha256 = v.body_sha256
        AND d.verdict = 'APPROVED' AND d.person_id <> r.requester_id AND v.required_role = ANY (d.roles)
        AND need.one ->> 'group' = ANY (d.groups)
    )
  );
END $$;

CREATE OR REPLACE FUNCTION guard_request() RETURNS trigger LANGUAGE plpgsql
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
    OR EXISTS (SELECT 1 FROM public.bundles WHERE id = NEW.bundle_id AND kind = 'test-payment')
  ) THEN
    RAISE EXCEPTION 'a request takes the next version, and a test payment takes none'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'APPROVED' AND NOT public.has_votes(NEW.id) THEN
    RAISE EXCEPTION 'a request is approved by its votes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'SENT' AND NOT EXISTS (SELECT 1 FROM public.sends WHERE request_id = NEW.id
    AND state = 'ACCEPTED') THEN
    RAISE EXCEPTION 'a request is sent once its send is accepted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- A version is the first or the next of its request, made now, under the policy in force (or replaced at this
-- moment), and asks for what its rule asks for, and for the groups of its rule; those of other rules only add to
-- them. Each group is asked for at least one approval.
CREATE OR REPLACE FUNCTION guard_version() RETURNS trigger LANGUAGE plpgsql
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
  IF NOT public.are_group_needs(NEW.required_groups) THEN
    RAISE EXCEPTION 'a version asks groups for whole people' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT rules -> (NEW.rule_number - 1) -> 'then' INTO asked
  FROM public.policy_versions WHERE version = NEW.policy_version AND NEW.rule_number >= 1;
  IF asked ->> 'kind' IS DISTINCT FROM 'approve'
    OR NEW.required_approvals <> greatest(1, (asked ->> 'count')::integer, public.sum_group_needs(NEW.required_groups))
    OR NEW.required_role <> coalesce(asked ->> 'role', 'approver')
    OR EXISTS (
      SELECT 1 FROM json_array_elements(coalesce(asked -> 'groups', '[]')) AS need(one)
      WHERE NOT EXISTS (
        SELECT 1 FROM json_array_elements(NEW.required_groups) AS stored(one)
        WHERE stored.one ->> 'group' = need.one ->> 'group'
          AND (stored.one ->> 'count')::integer >= (need.one ->> 'count')::integer
      )
    ) THEN
    RAISE EXCEPTION 'a version asks for what its rule asks for' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF abs(extract(epoch FROM clock_timestamp() - NEW.created_at)) > 300 OR EXISTS (
    SELECT 1 FROM public.policy_versions WHERE version > NEW.policy_version
      AND active_from < now() - interval '1 minute'
  ) THEN
    RAISE EXCEPTION 'a version is made now, under the policy in force' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

-- An approved request goes back to its approvers only while no send exists, and a send ends only before its first
-- attempt.
CREATE OR REPLACE FUNCTION refuse_recall() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.state = 'APPROVED' AND NEW.state = 'AWAITING_APPROVAL' AND EXISTS (SELECT 1 FROM sends
    WHERE request_id = NEW.id) THEN
    RAISE EXCEPTION 'a request that has a send does not go back to its approvers'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION current_epoch() RETURNS integer LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$ SELECT coalesce(max(number), 0) FROM restore_epochs $$;

-- A request from before a restore may have been approved, sent and paid since the backup, under its reference. So it
-- is neither approved nor changed again; its requester requests it anew
-- (docs/specification/threats.md#audit-and-operations).
CREATE OR REPLACE FUNCTION guard_request_epoch() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.epoch := current_epoch();
    RETURN NEW;
  END IF;
  IF NEW.epoch <> OLD.epoch THEN
    RAISE EXCEPTION 'the epoch of a request never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF OLD.epoch < current_epoch() AND (NEW.version <> OLD.version OR (NEW.state <> OLD.state
    AND NEW.state IN ('DRAFT', 'AWAITING_APPROVAL', 'APPROVED'))) THEN
    RAISE EXCEPTION 'a request from before a restore is requested anew' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- Only a withdrawal that is over and paid nobody is requested again, or one from before a restore, which nobody can
-- approve.
CREATE OR REPLACE FUNCTION guard_follow_up() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A statement of its own: the next one must see what another transaction changed while this one waited.
  PERFORM 1 FROM withdrawal_requests WHERE id = NEW.follows_id FOR UPDATE;
  IF NOT EXISTS (
    SELECT 1 FROM withdrawal_requests request LEFT JOIN sends send ON send.request_id = request.id
    WHERE request.id = NEW.follows_id AND (
      (send.request_id IS NULL AND (request.state IN ('REJECTED', 'EXPIRED', 'CANCELLED')
        OR request.epoch < current_epoch()))
      OR send.state = 'REFUSED'
      OR (send.state = 'ACCEPTED' AND send.transfer_status = 'FAILED')
    )
  ) THEN
    RAISE EXCEPTION 'only a withdrawal that is over and paid nobody is requested again'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- Otherwise the request and its follow-up could both be paid.
CREATE OR REPLACE FUNCTION guard_followed_request() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM request_follow_ups WHERE follows_id = NEW.id) THEN
    RAISE EXCEPTION 'a request that was requested again is neither changed nor approved'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- A file becomes whole once, with as many bytes as its chunks have.
CREATE OR REPLACE FUNCTION guard_attachment() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.size IS NOT NULL OR NEW.size IS DISTINCT FROM (
    SELECT sum(octet_length(bytes)) FROM public.attachment_chunks WHERE attachment_id = NEW.id
  ) THEN
    RAISE EXCEPTION 'a stored file never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- The content is compressed as it is.
ALTER TABLE attachment_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Chunks come before their file is whole, and go with it.
CREATE OR REPLACE FUNCTION guard_attachment_chunk() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' AND EXISTS (SELECT 1 FROM public.attachments WHERE id = NEW.attachment_id
    AND size IS NOT NULL) THEN
    RAISE EXCEPTION 'a stored file never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM public.attachments WHERE id = OLD.attachment_id) THEN
    RAISE EXCEPTION 'a stored file never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

-- A version has the files that its list names, whole ones of its requester.
CREATE OR REPLACE FUNCTION guard_request_attachment() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1
    FROM public.withdrawal_requests r
    JOIN public.request_versions v ON v.request_id = r.id AND v.version = NEW.version
    JOIN public.attachments a ON a.id = NEW.attachment_id AND a.person_id = r.requester_id
    WHERE r.id = NEW.request_id AND (v.attachments::jsonb -> (NEW.position - 1)) = jsonb_build_object(
      'name', a.name, 'sha256', a.sha256, 'size', a.size, 'type', a.type
    )
  ) THEN
    RAISE EXCEPTION 'a version has the files of its list' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER attachment_chunks_guarded BEFORE INSERT OR DELETE ON attachment_chunks
  FOR EACH ROW EXECUTE FUNCTION guard_attachment_chunk();
CREATE OR REPLACE TRIGGER attachment_chunks_kept BEFORE UPDATE ON attachment_chunks
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER attachments_stored_once BEFORE UPDATE ON attachments
  FOR EACH ROW EXECUTE FUNCTION guard_attachment();
CREATE OR REPLACE TRIGGER request_attachments_listed BEFORE INSERT ON request_attachments
  FOR EACH ROW EXECUTE FUNCTION guard_request_attachment();
CREATE OR REPLACE TRIGGER request_follow_ups_guarded BEFORE INSERT ON request_follow_ups
  FOR EACH ROW EXECUTE FUNCTION guard_follow_up();
-- After the row, so that its own constraints speak first.
CREATE OR REPLACE TRIGGER request_versions_by_rule AFTER INSERT ON request_versions
  FOR EACH ROW EXECUTE FUNCTION guard_version();
CREATE OR REPLACE TRIGGER templates_kept BEFORE UPDATE ON templates FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER withdrawal_requests_begun BEFORE INSERT ON withdrawal_requests
  FOR EACH ROW EXECUTE FUNCTION guard_request();
CREATE OR REPLACE TRIGGER withdrawal_requests_epoch_kept BEFORE UPDATE ON withdrawal_requests
  FOR EACH ROW EXECUTE FUNCTION guard_request_epoch();
CREATE OR REPLACE TRIGGER withdrawal_requests_epoch_set BEFORE INSERT ON withdrawal_requests
  FOR EACH ROW EXECUTE FUNCTION guard_request_epoch();
CREATE OR REPLACE TRIGGER withdrawal_requests_followed BEFORE UPDATE ON withdrawal_requests
  FOR EACH ROW WHEN (((new.version <> old.version) OR ((new.state <> old.state)
    AND (new.state = ANY (ARRAY['DRAFT'::text, 'AWAITING_APPROVAL'::text, 'APPROVED'::text])))))
  EXECUTE FUNCTION guard_followed_request();
CREATE OR REPLACE TRIGGER withdrawal_requests_not_recalled BEFORE UPDATE OF state ON withdrawal_requests
  FOR EACH ROW EXECUTE FUNCTION refuse_recall();
CREATE OR REPLACE TRIGGER withdrawal_requests_not_swapped BEFORE UPDATE ON withdrawal_requests
  FOR EACH ROW EXECUTE FUNCTION refuse_swap();
CREATE OR REPLACE TRIGGER withdrawal_requests_stepped BEFORE UPDATE ON withdrawal_requests
  FOR EACH ROW WHEN (((old.state <> new.state) OR (old.version <> new.version))) EXECUTE FUNCTION guard_request();
