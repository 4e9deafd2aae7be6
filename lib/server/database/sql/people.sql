-- People, their sessions, suspensions and delegations.

-- With the rights of the owner and by the clock of this moment: no role that may write sessions can backdate a sign-in.
CREATE OR REPLACE FUNCTION record_sign_in() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO sign_ins (person_id, roles, identity_keys, at)
  SELECT NEW.person_id, NEW.roles, p.identity_keys, clock_timestamp() FROM people p WHERE p.id = NEW.person_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION is_suspended(person uuid) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT event = 'SUSPENDED' FROM person_suspensions WHERE person_id = person
    ORDER BY id DESC LIMIT 1), false)
$$;

CREATE OR REPLACE FUNCTION refuse_suspension_out_of_turn() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Two events of one person at once would both see the state before them.
  PERFORM 1 FROM people WHERE id = NEW.person_id FOR NO KEY UPDATE;
  NEW.at := clock_timestamp();
  IF is_suspended(NEW.person_id) = (NEW.event = 'SUSPENDED') THEN
    RAISE EXCEPTION 'the suspension of % is in this state already', NEW.person_id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- At the end of the transaction: a proposal is confirmed after its change is made.
CREATE OR REPLACE FUNCTION refuse_lift_without_two() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.event = 'LIFTED' AND NOT EXISTS (
    SELECT 1 FROM proposals WHERE id = NEW.proposal_id AND kind = 'lift-suspension'
      AND subject = NEW.person_id::text AND state = 'CONFIRMED'
  ) THEN
    RAISE EXCEPTION 'two people lift a suspension' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

-- Every key that somebody had at the sign-in before this moment or at a later one: an account that changes its e-mail
-- address between asking and approving is still the same account.
CREATE OR REPLACE FUNCTION identity_keys_since(person uuid, moment timestamp with time zone) RETURNS text[]
LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT key), '{}')
  FROM sign_ins s CROSS JOIN LATERAL unnest(s.identity_keys) AS key
  WHERE s.person_id = person
    AND s.at >= coalesce((SELECT max(before.at) FROM sign_ins before WHERE before.person_id = person
      AND before.at <= moment), '-infinity')
$$;

-- One human decides once, whatever number of accounts they have.
CREATE OR REPLACE FUNCTION refuse_second_account() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own text[] := identity_keys_since(NEW.person_id, now());
BEGIN
  IF own && identity_keys_since(NEW.requester_id, (SELECT created_at FROM request_versions
    WHERE request_id = NEW.request_id AND version = NEW.version)) THEN
    RAISE EXCEPTION 'this account belongs to the requester' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (
    SELECT 1 FROM decisions d
    WHERE d.request_id = NEW.request_id AND d.version = NEW.version AND d.person_id <> NEW.person_id
      AND identity_keys_since(d.person_id, d.decided_at) && own
  ) THEN
    RAISE EXCEPTION 'this account belongs to somebody who has decided already' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- A name, with what tells its owner from others of that name: the e-mail address, or else a short id.
CREATE OR REPLACE FUNCTION person_label(person uuid, name text, email text) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN NOT EXISTS (SELECT 1 FROM people p WHERE name_key(p.name) = name_key($2) AND p.id <> $1) THEN $2
    WHEN $3 IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM people p WHERE name_key(p.name) = name_key($2) AND p.id <> $1 AND lower(p.email) = lower($3)
    ) THEN $2 || ' (' || $3 || ')'
    ELSE $2 || ' (' || coalesce($3 || ', ', '') || 'id ' || left($1::text, 8) || ')'
  END
$$;

-- A delegation changes in one way: somebody ends it, once.
CREATE OR REPLACE FUNCTION keep_delegation() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL
    OR (to_jsonb(OLD) - 'ended_at' - 'ended_by') <> (to_jsonb(NEW) - 'ended_at' - 'ended_by') THEN
    RAISE EXCEPTION 'a delegation is only ended, and once' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- Whoever decides for somebody decides in person: at one time nobody is both a delegate and a delegator, so that no
-- chain and no circle comes about, and nobody has two delegates in one role.
CREATE OR REPLACE FUNCTION refuse_delegation_chain() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('delegations', 0));
  IF identity_keys_since(NEW.delegator_id, now()) && identity_keys_since(NEW.delegate_id, now()) THEN
    RAISE EXCEPTION 'both accounts belong to one person' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (
    SELECT 1 FROM delegations d
    WHERE d.ended_at IS NULL AND d.starts_at < NEW.ends_at AND NEW.starts_at < d.ends_at
      AND (d.delegate_id = NEW.delegator_id OR d.delegator_id = NEW.delegate_id
        OR d.delegator_id = NEW.delegator_id AND d.role = NEW.role)
  ) THEN
    RAISE EXCEPTION 'a delegation is not passed on, and not given twice' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- A delegate and the person they decide for are one, and the delegation is in force.
CREATE OR REPLACE FUNCTION check_delegated_decision() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  version record;
BEGIN
  IF EXISTS (
    SELECT 1 FROM decisions d
    WHERE d.request_id = NEW.request_id AND d.version = NEW.version AND d.person_id <> NEW.person_id
      AND (d.person_id = NEW.for_person_id OR d.for_person_id IN (NEW.person_id, NEW.for_person_id))
  ) THEN
    RAISE EXCEPTION 'a delegate and the person they decide for decide once' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.delegation_id IS NULL THEN
    RETURN NEW;
  END IF;
  SELECT required_role, created_at INTO version FROM request_versions WHERE request_id = NEW.request_id
    AND request_versions.version = NEW.version;
  IF NOT EXISTS (
    SELECT 1 FROM delegations d
    WHERE d.id = NEW.delegation_id AND d.role = version.required_role AND d.ended_at IS NULL
      AND d.starts_at <= now() AND now() < d.ends_at
  ) THEN
    RAISE EXCEPTION 'no delegation is in force' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF is_suspended(NEW.for_person_id) OR identity_keys_since(NEW.for_person_id, now())
    && identity_keys_since(NEW.requester_id, version.created_at) THEN
    RAISE EXCEPTION 'nobody decides for this person' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER delegations_ended_once BEFORE UPDATE ON delegations
  FOR EACH ROW EXECUTE FUNCTION keep_delegation();
CREATE OR REPLACE TRIGGER delegations_kept BEFORE DELETE ON delegations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER delegations_no_chain BEFORE INSERT ON delegations
  FOR EACH ROW EXECUTE FUNCTION refuse_delegation_chain();
CREATE OR REPLACE TRIGGER person_suspensions_in_turn BEFORE INSERT ON person_suspensions
  FOR EACH ROW EXECUTE FUNCTION refuse_suspension_out_of_turn();
DROP TRIGGER IF EXISTS person_suspensions_lifted_by_two ON person_suspensions;
CREATE CONSTRAINT TRIGGER person_suspensions_lifted_by_two AFTER INSERT ON person_suspensions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_lift_without_two();
CREATE OR REPLACE TRIGGER sessions_recorded AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION record_sign_in();
