-- Groups of people whose approvals a rule can ask for; the version with the highest number is in force.
CREATE TABLE "approver_groups" (
	"version" integer PRIMARY KEY NOT NULL,
	"groups" json NOT NULL,
	"proposal_id" uuid,
	"active_from" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approver_groups" ADD CONSTRAINT "approver_groups_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER "approver_groups_append_only" BEFORE UPDATE OR DELETE ON "approver_groups" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "approver_groups_not_truncated" BEFORE TRUNCATE ON "approver_groups" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "approver_groups_confirmed" AFTER INSERT ON "approver_groups" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unconfirmed_version('approver-groups');
--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_kind";
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_kind" CHECK (kind in ('policy', 'recipient', 'directory', 'release-stop', 'resolve-send', 'lift-suspension', 'known-transfers', 'external-profiles', 'profile-names', 'notification-targets', 'profile-rights', 'approver-groups'));
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "claimed_groups" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "groups" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "request_versions" ADD COLUMN "required_groups" json DEFAULT '[]'::json NOT NULL;
--> statement-breakpoint
-- A rule without a limit for an asset adds its groups to those of the rules after it, so that the sum may pass five.
ALTER TABLE "request_versions" DROP CONSTRAINT "request_versions_required";
--> statement-breakpoint
ALTER TABLE "request_versions" ADD CONSTRAINT "request_versions_required" CHECK (required_approvals between 0 and 250);
--> statement-breakpoint
-- The groups that a person is a member of now, by what administrators wrote and what the identity provider stated last.
CREATE FUNCTION approver_groups_of(person uuid) RETURNS text[] LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(array_agg(kept.one ->> 'name' ORDER BY kept.one ->> 'name'), '{}')
  FROM (SELECT groups FROM approver_groups ORDER BY version DESC LIMIT 1) AS newest, json_array_elements(newest.groups) AS kept(one)
  WHERE (kept.one -> 'members')::jsonb ? person::text
    OR EXISTS (SELECT 1 FROM people p WHERE p.id = person AND kept.one ->> 'claim' = ANY (p.claimed_groups))
$$;
--> statement-breakpoint
-- The groups that a vote counts in: those at the vote in which the person, and the one they decided for, are members now.
CREATE FUNCTION groups_of_vote(request uuid, of_version integer, voter uuid) RETURNS text[] LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((
    SELECT array_agg(one.name ORDER BY one.name)
    FROM decisions d, unnest(d.groups) AS one(name)
    WHERE d.request_id = request AND d.version = of_version AND d.person_id = voter
      AND one.name = ANY (approver_groups_of(d.person_id))
      AND (d.for_person_id IS NULL OR one.name = ANY (approver_groups_of(d.for_person_id)))
  ), '{}')
$$;
--> statement-breakpoint
-- What members of groups give of what a version is asked for, summed.
CREATE FUNCTION sum_group_needs(needs json) RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(sum((need.one ->> 'count')::integer), 0) FROM json_array_elements(needs) AS need(one)
$$;
--> statement-breakpoint
-- Tells whether somebody in these groups can fill a place at all; matches `canFillPlace` (lib/approver-groups/needs.ts).
CREATE FUNCTION can_fill_place(required integer, needs json, in_groups text[]) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(1, required) > sum_group_needs(needs)
    OR EXISTS (SELECT 1 FROM json_array_elements(needs) AS need(one) WHERE need.one ->> 'group' = ANY (in_groups))
$$;
--> statement-breakpoint
-- As in migration 0016, and each group has as many votes as the version asks of it. Whether one person would fill two
-- places at once is judged by lib/approver-groups/needs.ts alone; the number of people is judged here.
CREATE OR REPLACE FUNCTION has_votes(request uuid) RETURNS boolean LANGUAGE plpgsql
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
  RETURN coalesce(found, false) AND NOT EXISTS (
    SELECT 1
    FROM public.withdrawal_requests r
    JOIN public.request_versions v ON v.request_id = r.id AND v.version = r.version,
      json_array_elements(v.required_groups) AS need(one)
    WHERE r.id = request AND (need.one ->> 'count')::integer > (
      SELECT count(DISTINCT d.person_id) FROM public.decisions d
      WHERE d.request_id = r.id AND d.version = r.version AND d.body_sha256 = v.body_sha256
        AND d.verdict = 'APPROVED' AND d.person_id <> r.maker_id AND v.required_role = ANY (d.roles)
        AND need.one ->> 'group' = ANY (d.groups)
    )
  );
END $$;
--> statement-breakpoint
-- As in migration 0016, and a version asks for the groups of its rule; those of other rules only add to them.
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
