-- Votes that count, suspension, approvals taken back, and people who hold several accounts.
-- docs/specification/send-protocol.md#votes-that-count
-- Every function has a fixed search path: a temporary table named as one of these tables decides nothing.
ALTER TABLE "people" ADD COLUMN "email_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "person_claim" text;--> statement-breakpoint
-- What tells that two accounts belong to one person (lib/identity/same-person.ts).
ALTER TABLE "people" ADD COLUMN "identity_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "people_identity_keys" ON "people" USING gin ("identity_keys");--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"person_id" uuid NOT NULL REFERENCES "people"("id"),
	"roles" text[] NOT NULL,
	"identity_keys" text[] NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_ins_person" ON "sign_ins" USING btree ("person_id","at");--> statement-breakpoint
-- Sign-ins from before this table, as far as their sessions are still stored.
INSERT INTO "sign_ins" ("person_id", "roles", "identity_keys", "at")
SELECT "person_id", "roles", '{}', "created_at" FROM "sessions" ORDER BY "created_at";
--> statement-breakpoint
CREATE TRIGGER "sign_ins_append_only" BEFORE UPDATE OR DELETE ON "sign_ins" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "sign_ins_not_truncated" BEFORE TRUNCATE ON "sign_ins" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- With the rights of the owner and by the clock of this moment: no role that may write sessions can backdate a sign-in.
CREATE FUNCTION record_sign_in() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO sign_ins (person_id, roles, identity_keys, at)
  SELECT NEW.person_id, NEW.roles, p.identity_keys, clock_timestamp() FROM people p WHERE p.id = NEW.person_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sessions_recorded" AFTER INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION record_sign_in();--> statement-breakpoint
CREATE TABLE "person_suspensions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"person_id" uuid NOT NULL REFERENCES "people"("id"),
	"event" text NOT NULL,
	"by_person_id" uuid NOT NULL REFERENCES "people"("id"),
	"reason" text NOT NULL,
	"proposal_id" uuid REFERENCES "proposals"("id"),
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "person_suspensions_event" CHECK (event in ('SUSPENDED', 'LIFTED')),
	CONSTRAINT "person_suspensions_not_own" CHECK (by_person_id <> person_id),
	CONSTRAINT "person_suspensions_two_lift" CHECK ((event = 'LIFTED') = (proposal_id is not null))
);
--> statement-breakpoint
CREATE INDEX "person_suspensions_person" ON "person_suspensions" USING btree ("person_id","id");--> statement-breakpoint
CREATE TRIGGER "person_suspensions_append_only" BEFORE UPDATE OR DELETE ON "person_suspensions" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "person_suspensions_not_truncated" BEFORE TRUNCATE ON "person_suspensions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION is_suspended(person uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT event = 'SUSPENDED' FROM person_suspensions WHERE person_id = person ORDER BY id DESC LIMIT 1), false)
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_suspension_out_of_turn() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Two events of one person at once would both see the state before them.
  PERFORM 1 FROM people WHERE id = NEW.person_id FOR NO KEY UPDATE;
  NEW.at := clock_timestamp();
  IF is_suspended(NEW.person_id) = (NEW.event = 'SUSPENDED') THEN
    RAISE EXCEPTION 'the suspension of % is in this state already', NEW.person_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "person_suspensions_in_turn" BEFORE INSERT ON "person_suspensions" FOR EACH ROW EXECUTE FUNCTION refuse_suspension_out_of_turn();--> statement-breakpoint
-- At the end of the transaction: a proposal is confirmed after its change is made.
CREATE FUNCTION refuse_lift_without_two() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.event = 'LIFTED' AND NOT EXISTS (
    SELECT 1 FROM proposals WHERE id = NEW.proposal_id AND kind = 'lift-suspension' AND subject = NEW.person_id::text AND state = 'CONFIRMED'
  ) THEN
    RAISE EXCEPTION 'two people lift a suspension' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "person_suspensions_lifted_by_two" AFTER INSERT ON "person_suspensions" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_lift_without_two();--> statement-breakpoint
CREATE UNIQUE INDEX "person_suspensions_proposal" ON "person_suspensions" USING btree ("proposal_id") WHERE proposal_id is not null;--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_kind";--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_kind" CHECK (kind in ('policy', 'recipient', 'directory', 'release-stop', 'resolve-send', 'lift-suspension'));--> statement-breakpoint
CREATE TABLE "approval_withdrawals" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"withdrawn_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "approval_withdrawals_request_id_version_person_id_pk" PRIMARY KEY("request_id","version","person_id"),
	CONSTRAINT "approval_withdrawals_decision" FOREIGN KEY ("request_id","version","person_id") REFERENCES "decisions"("request_id","version","person_id")
);
--> statement-breakpoint
CREATE TRIGGER "approval_withdrawals_append_only" BEFORE UPDATE OR DELETE ON "approval_withdrawals" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "approval_withdrawals_not_truncated" BEFORE TRUNCATE ON "approval_withdrawals" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION refuse_late_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM decisions WHERE request_id = NEW.request_id AND version = NEW.version AND person_id = NEW.person_id AND verdict = 'APPROVED'
  ) THEN
    RAISE EXCEPTION 'only an approval is withdrawn' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM sends WHERE request_id = NEW.request_id AND fence > 0) THEN
    RAISE EXCEPTION 'an approval is not withdrawn after an attempt to send' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "approval_withdrawals_not_late" BEFORE INSERT ON "approval_withdrawals" FOR EACH ROW EXECUTE FUNCTION refuse_late_withdrawal();--> statement-breakpoint
-- Every key that somebody had at the sign-in before this moment or at a later one: an account that changes its e-mail
-- address between asking and approving is still the same account.
CREATE FUNCTION identity_keys_since(person uuid, moment timestamp with time zone) RETURNS text[] LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT key), '{}')
  FROM sign_ins s CROSS JOIN LATERAL unnest(s.identity_keys) AS key
  WHERE s.person_id = person
    AND s.at >= coalesce((SELECT max(before.at) FROM sign_ins before WHERE before.person_id = person AND before.at <= moment), '-infinity')
$$;
--> statement-breakpoint
-- The facts of every vote from which lib/requests/votes.ts decides whether the vote counts.
CREATE VIEW "vote_facts" AS
SELECT d.request_id, d.version, d.person_id, d.maker_id, d.verdict, d.roles, d.body_sha256, d.decided_at,
  extract(epoch FROM clock_timestamp() - d.decided_at)::float8 AS age_s,
  extract(epoch FROM d.decided_at - last.at)::float8 AS sign_in_age_s,
  coalesce(v.required_role = ANY (last.roles), false) AS had_role,
  (NOT v.required_role = ANY (p.roles) OR EXISTS (
    SELECT 1 FROM sign_ins later WHERE later.person_id = d.person_id AND later.at > d.decided_at AND NOT v.required_role = ANY (later.roles)
  )) AS has_lost_role,
  (is_suspended(d.person_id) OR EXISTS (
    SELECT 1 FROM person_suspensions s WHERE s.person_id = d.person_id AND s.event = 'SUSPENDED' AND s.at >= d.decided_at
  ) OR coalesce((
    SELECT s.event = 'SUSPENDED' FROM person_suspensions s WHERE s.person_id = d.person_id AND s.at < d.decided_at ORDER BY s.id DESC LIMIT 1
  ), false)) AS was_suspended,
  w.withdrawn_at,
  w.reason AS withdrawal_reason,
  (identity_keys_since(d.maker_id, v.created_at) && identity_keys_since(d.person_id, d.decided_at)) AS is_requester,
  EXISTS (
    SELECT 1 FROM decisions other
    WHERE other.request_id = d.request_id AND other.version = d.version AND other.person_id <> d.person_id
      AND (other.decided_at, other.person_id) < (d.decided_at, d.person_id)
      AND identity_keys_since(other.person_id, other.decided_at) && identity_keys_since(d.person_id, d.decided_at)
  ) AS is_earlier_voter
FROM decisions d
JOIN request_versions v ON v.request_id = d.request_id AND v.version = d.version
JOIN people p ON p.id = d.person_id
LEFT JOIN approval_withdrawals w ON w.request_id = d.request_id AND w.version = d.version AND w.person_id = d.person_id
LEFT JOIN LATERAL (
  SELECT s.roles, s.at FROM sign_ins s WHERE s.person_id = d.person_id AND s.at <= d.decided_at ORDER BY s.at DESC LIMIT 1
) last ON true;
--> statement-breakpoint
-- One human decides once, whatever number of accounts they have.
CREATE FUNCTION refuse_second_account() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own text[] := identity_keys_since(NEW.person_id, now());
BEGIN
  IF own && identity_keys_since(NEW.maker_id, (SELECT created_at FROM request_versions WHERE request_id = NEW.request_id AND version = NEW.version)) THEN
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
--> statement-breakpoint
CREATE TRIGGER "decisions_one_human" BEFORE INSERT ON "decisions" FOR EACH ROW EXECUTE FUNCTION refuse_second_account();--> statement-breakpoint
-- The same for a change that takes two people.
CREATE FUNCTION refuse_own_confirmation() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.state = 'CONFIRMED' AND OLD.state <> 'CONFIRMED' THEN
    IF identity_keys_since(NEW.proposed_by, NEW.proposed_at) && identity_keys_since(NEW.decided_by, now()) THEN
      RAISE EXCEPTION 'this account belongs to the person who proposed the change' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF is_suspended(NEW.proposed_by) OR is_suspended(NEW.decided_by) THEN
      RAISE EXCEPTION 'a suspended person changes nothing' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "proposals_one_human" BEFORE UPDATE OF "state" ON "proposals" FOR EACH ROW EXECUTE FUNCTION refuse_own_confirmation();--> statement-breakpoint
-- An approved request goes back to its approvers only while no send exists, and a send ends only before its first attempt.
CREATE FUNCTION refuse_recall() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.state = 'APPROVED' AND NEW.state = 'AWAITING_APPROVAL' AND EXISTS (SELECT 1 FROM sends WHERE request_id = NEW.id) THEN
    RAISE EXCEPTION 'a request that has a send does not go back to its approvers' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "withdrawal_requests_not_recalled" BEFORE UPDATE OF "state" ON "withdrawal_requests" FOR EACH ROW EXECUTE FUNCTION refuse_recall();--> statement-breakpoint
-- What a name looks like to a reader, to find people whose names look the same.
CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT lower(normalize(regexp_replace(btrim(name), '\s+', ' ', 'g'), NFKC))
$$;
--> statement-breakpoint
CREATE INDEX "people_name_key" ON "people" USING btree (name_key("name"));--> statement-breakpoint
-- A name, with what tells its owner from others of that name: the e-mail address, or else a short id.
CREATE FUNCTION person_label(person uuid, name text, email text) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN NOT EXISTS (SELECT 1 FROM people p WHERE name_key(p.name) = name_key($2) AND p.id <> $1) THEN $2
    WHEN $3 IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM people p WHERE name_key(p.name) = name_key($2) AND p.id <> $1 AND lower(p.email) = lower($3)
    ) THEN $2 || ' (' || $3 || ')'
    ELSE $2 || ' (' || coalesce($3 || ', ', '') || 'id ' || left($1::text, 8) || ')'
  END
$$;
