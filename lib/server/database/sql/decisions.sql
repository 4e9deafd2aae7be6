-- Decisions on requests, who may make them, and what they count for.

CREATE OR REPLACE VIEW "vote_facts" AS
SELECT d.request_id, d.version, d.person_id, d.requester_id, d.verdict, d.roles, d.body_sha256, d.decided_at,
  extract(epoch FROM clock_timestamp() - d.decided_at)::float8 AS age_s,
  extract(epoch FROM d.decided_at - last.at)::float8 AS sign_in_age_s,
  coalesce(v.required_role = ANY (last.roles), false) AS had_role,
  (NOT v.required_role = ANY (p.roles) OR EXISTS (
    SELECT 1 FROM sign_ins later WHERE later.person_id = d.person_id AND later.at > d.decided_at
      AND NOT v.required_role = ANY (later.roles)
  )) AS has_lost_role,
  EXISTS (
    SELECT 1 FROM unnest(array_remove(ARRAY[d.person_id, d.for_person_id], NULL)) AS one(id)
    WHERE is_suspended(one.id) OR EXISTS (
      SELECT 1 FROM person_suspensions s WHERE s.person_id = one.id AND s.event = 'SUSPENDED' AND s.at >= d.decided_at
    ) OR coalesce((
      SELECT s.event = 'SUSPENDED' FROM person_suspensions s WHERE s.person_id = one.id
        AND s.at < d.decided_at ORDER BY s.id DESC LIMIT 1
    ), false)
  ) AS was_suspended,
  w.withdrawn_at,
  w.reason AS withdrawal_reason,
  (identity_keys_since(d.requester_id, v.created_at) && (identity_keys_since(d.person_id, d.decided_at) ||
    CASE WHEN d.for_person_id IS NULL THEN '{}'::text[]
    ELSE identity_keys_since(d.for_person_id, d.decided_at) END)) AS is_requester,
  EXISTS (
    SELECT 1 FROM decisions other
    WHERE other.request_id = d.request_id AND other.version = d.version AND other.person_id <> d.person_id
      AND (other.decided_at, other.person_id) < (d.decided_at, d.person_id)
      AND (
        other.person_id = d.for_person_id OR other.for_person_id IN (d.person_id, d.for_person_id)
        OR (identity_keys_since(other.person_id, other.decided_at) ||
          CASE WHEN other.for_person_id IS NULL THEN '{}'::text[]
          ELSE identity_keys_since(other.for_person_id, other.decided_at) END)
          && (identity_keys_since(d.person_id, d.decided_at) ||
            CASE WHEN d.for_person_id IS NULL THEN '{}'::text[]
            ELSE identity_keys_since(d.for_person_id, d.decided_at) END)
      )
  ) AS is_earlier_voter,
  d.for_person_id,
  (d.for_person_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM delegations g
    WHERE g.id = d.delegation_id AND g.delegator_id = d.for_person_id AND g.delegate_id = d.person_id
      AND g.role = v.required_role
      AND g.starts_at <= d.decided_at AND d.decided_at < least(g.ends_at, g.ended_at)
  )) AS lacks_delegation
FROM decisions d
JOIN request_versions v ON v.request_id = d.request_id AND v.version = d.version
JOIN people p ON p.id = d.person_id
LEFT JOIN approval_withdrawals w ON w.request_id = d.request_id AND w.version = d.version AND w.person_id = d.person_id
LEFT JOIN LATERAL (
  SELECT s.roles, s.at FROM sign_ins s WHERE s.person_id = d.person_id AND s.at <= d.decided_at
    ORDER BY s.at DESC LIMIT 1
) last ON true;

-- What has not arrived is not confirmed.
CREATE OR REPLACE FUNCTION refuse_early_release() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM bundles g
    JOIN withdrawal_requests r ON r.bundle_id = g.id AND r.bundle_position = 0
    JOIN sends s ON s.request_id = r.id
    WHERE g.id = NEW.bundle_id AND g.kind = 'test-payment' AND s.state = 'ACCEPTED' AND s.transfer_status = 'COMPLETED'
  ) THEN
    RAISE EXCEPTION 'a test that is not completed is not confirmed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- A vote is on the current version, while its request awaits approval.
CREATE OR REPLACE FUNCTION guard_decision() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.withdrawal_requests WHERE id = NEW.request_id AND version = NEW.version
      AND state = 'AWAITING_APPROVAL'
  ) THEN
    RAISE EXCEPTION 'this version does not await approval' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refuse_late_withdrawal() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM decisions WHERE request_id = NEW.request_id AND version = NEW.version
      AND person_id = NEW.person_id AND verdict = 'APPROVED'
  ) THEN
    RAISE EXCEPTION 'only an approval is withdrawn' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM sends WHERE request_id = NEW.request_id AND fence > 0) THEN
    RAISE EXCEPTION 'an approval is not withdrawn after an attempt to send' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- The same for a change that takes two people.
CREATE OR REPLACE FUNCTION refuse_own_confirmation() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.state = 'CONFIRMED' AND OLD.state <> 'CONFIRMED' THEN
    IF identity_keys_since(NEW.proposed_by, NEW.proposed_at) && identity_keys_since(NEW.decided_by, now()) THEN
      RAISE EXCEPTION 'this account belongs to the person who proposed the change'
        USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF is_suspended(NEW.proposed_by) OR is_suspended(NEW.decided_by) THEN
      RAISE EXCEPTION 'a suspended person changes nothing' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- Tells whether a person may request from a profile, or approve for it in a role, and sees it. A person's own right
-- counts before the role's; without either, all profiles are allowed. IDs are compared as lib/profiles/find-name.ts
-- does.
CREATE OR REPLACE FUNCTION may_use_profile(action text, in_role text, person uuid, profile text) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((
    SELECT EXISTS (
      SELECT 1 FROM json_array_elements_text(own.allowed -> 'profiles') AS listed(id)
      WHERE lower(listed.id COLLATE "C") = lower(profile COLLATE "C")
    )
    FROM json_array_elements(setting_in_force('profile-rights')) AS own(allowed)
    WHERE own.allowed ->> 'may' = action AND own.allowed ->> 'who' IN (in_role, person::text)
    ORDER BY own.allowed ->> 'who' = person::text DESC LIMIT 1
  ), true) AND may_see_profile(person, profile)
$$;

-- Tells whether a person, or the one they decide for, may not approve a version in the role that it asks for.
CREATE OR REPLACE FUNCTION lacks_profile_right(request uuid, of_version integer, person uuid, for_person uuid) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT setting_in_force('profile-rights') IS NOT NULL AND coalesce((
    SELECT bool_or(NOT may_use_profile('approve', v.required_role, one.id, convert_from(v.body, 'UTF8')::json ->> 'profile_id'))
    FROM request_versions v, unnest(array_remove(ARRAY[person, for_person], NULL)) AS one(id)
    WHERE v.request_id = request AND v.version = of_version
  ), false)
$$;

-- The groups that a person is a member of now, by what administrators wrote and what the identity provider stated last.
CREATE OR REPLACE FUNCTION approver_groups_of(person uuid) RETURNS text[] LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(array_agg(kept.one ->> 'name' ORDER BY kept.one ->> 'name'), '{}')
  FROM json_array_elements(setting_in_force('approver-groups')) AS kept(one)
  WHERE (kept.one -> 'members')::jsonb ? person::text
    OR EXISTS (SELECT 1 FROM people p WHERE p.id = person AND kept.one ->> 'claim' = ANY (p.claimed_groups))
$$;

-- The groups that a vote counts in: those at the vote in which the person, and the one they decided for, are members
-- now.
CREATE OR REPLACE FUNCTION groups_of_vote(request uuid, of_version integer, voter uuid) RETURNS text[]
LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((
    SELECT array_agg(one.name ORDER BY one.name)
    FROM decisions d, unnest(d.groups) AS one(name)
    WHERE d.request_id = request AND d.version = of_version AND d.person_id = voter
      AND one.name = ANY (approver_groups_of(d.person_id))
      AND (d.for_person_id IS NULL OR one.name = ANY (approver_groups_of(d.for_person_id)))
  ), '{}')
$$;

-- What members of groups give of what a version is asked for, summed.
CREATE OR REPLACE FUNCTION sum_group_needs(needs json) RETURNS bigint LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(sum((need.one ->> 'count')::integer), 0) FROM json_array_elements(needs) AS need(one)
$$;

-- Tells whether somebody in these groups can fill a place at all; matches `canFillPlace`
-- (lib/approver-groups/needs.ts).
CREATE OR REPLACE FUNCTION can_fill_place(required integer, needs json, in_groups text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(1, required) > sum_group_needs(needs)
    OR EXISTS (SELECT 1 FROM json_array_elements(needs) AS need(one) WHERE need.one ->> 'group' = ANY (in_groups))
$$;

-- Tells whether somebody may see the transfers and requests of a profile. A person's own right counts before their
-- roles'; of several roles, one that sees it is enough; without rights, all profiles are seen. The same as
-- `listVisibleProfiles` (lib/rights/profile-rights.ts); IDs are compared as lib/identity/reader.ts does.
CREATE OR REPLACE FUNCTION may_see_profile(person uuid, profile text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  WITH seen AS MATERIALIZED (
    SELECT one.allowed ->> 'who' AS who, EXISTS (
      SELECT 1 FROM json_array_elements_text(one.allowed -> 'profiles') AS listed(id)
      WHERE listed.id = profile OR (listed.id ~ '^[0-9a-f]{8}-' AND listed.id = lower(profile COLLATE "C"))
    ) AS is_listed
    FROM json_array_elements(setting_in_force('profile-rights')) AS one(allowed)
    WHERE one.allowed ->> 'may' = 'see'
  )
  SELECT coalesce(
    (SELECT is_listed FROM seen WHERE who = person::text),
    (
      SELECT bool_or(coalesce((SELECT is_listed FROM seen WHERE who = role.name), true))
      FROM people p, unnest(p.roles) AS role(name) WHERE p.id = person
    ),
    true
  )
$$;

-- Tells whether this is a list of groups, each once, with at least one person each: `storedGroupNeedsSchema`
-- (lib/policy/policy.ts). A count below one would take from what other groups are asked for.
CREATE OR REPLACE FUNCTION are_group_needs(needs json) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT json_typeof(needs) = 'array' AND (
    SELECT count(*) = count(DISTINCT need.one ->> 'group') FILTER (
      WHERE json_typeof(need.one -> 'group') = 'string' AND json_typeof(need.one -> 'count') = 'number'
        AND need.one ->> 'count' ~ '^[1-9][0-9]?$'
    )
    FROM json_array_elements(CASE json_typeof(needs) WHEN 'array' THEN needs ELSE '[]' END) AS need(one)
  )
$$;

CREATE OR REPLACE TRIGGER approval_withdrawals_not_late BEFORE INSERT ON approval_withdrawals
  FOR EACH ROW EXECUTE FUNCTION refuse_late_withdrawal();
CREATE OR REPLACE TRIGGER decisions_delegated BEFORE INSERT ON decisions
  FOR EACH ROW EXECUTE FUNCTION check_delegated_decision();
CREATE OR REPLACE TRIGGER decisions_in_time AFTER INSERT ON decisions FOR EACH ROW EXECUTE FUNCTION guard_decision();
CREATE OR REPLACE TRIGGER decisions_one_human BEFORE INSERT ON decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_second_account();
CREATE OR REPLACE TRIGGER test_payment_confirmations_not_early BEFORE INSERT ON test_payment_confirmations
  FOR EACH ROW EXECUTE FUNCTION refuse_early_release();
