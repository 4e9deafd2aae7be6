-- Why the last claim put a send off: what people are told while it waits.
ALTER TABLE "sends" ADD COLUMN "postponed_reason" text;
--> statement-breakpoint
-- Tells whether this is a list of groups, each once, with at least one person each: `storedGroupNeedsSchema`
-- (lib/policy/policy.ts). A count below one would take from what other groups are asked for.
CREATE FUNCTION are_group_needs(needs json) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT json_typeof(needs) = 'array' AND (
    SELECT count(*) = count(DISTINCT need.one ->> 'group') FILTER (
      WHERE json_typeof(need.one -> 'group') = 'string' AND json_typeof(need.one -> 'count') = 'number'
        AND need.one ->> 'count' ~ '^[1-9][0-9]?$'
    )
    FROM json_array_elements(CASE json_typeof(needs) WHEN 'array' THEN needs ELSE '[]' END) AS need(one)
  )
$$;
--> statement-breakpoint
-- As in migration 0044, and no group is asked for nobody.
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
    SELECT 1 FROM public.policy_versions WHERE version > NEW.policy_version AND active_from < now() - interval '1 minute'
  ) THEN
    RAISE EXCEPTION 'a version is made now, under the policy in force' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As in migration 0016, and what a limit over time holds can be cancelled: no attempt of it was made.
CREATE OR REPLACE FUNCTION guard_send() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF (OLD.state NOT IN ('QUEUED', 'SENDING') AND (OLD.state = 'HOLD' AND OLD.hold ->> 'kind' IN ('held', 'limit')) IS NOT TRUE)
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
