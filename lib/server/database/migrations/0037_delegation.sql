-- Delegation: for a span of time somebody decides for another person of the same role. Both count as one.
CREATE TABLE "delegations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delegator_id" uuid NOT NULL,
	"delegate_id" uuid NOT NULL,
	"role" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" uuid,
	CONSTRAINT "delegations_people" UNIQUE("id","delegator_id","delegate_id"),
	CONSTRAINT "delegations_two" CHECK (delegator_id <> delegate_id),
	CONSTRAINT "delegations_role" CHECK (role in ('approver', 'admin')),
	CONSTRAINT "delegations_span" CHECK (ends_at > starts_at and ends_at <= starts_at + interval '90 days'),
	CONSTRAINT "delegations_reason" CHECK (char_length(reason) between 1 and 500),
	CONSTRAINT "delegations_ended" CHECK ((ended_at is null) = (ended_by is null))
);
--> statement-breakpoint
CREATE TABLE "delegation_signatures" (
	"delegation_id" uuid PRIMARY KEY NOT NULL,
	"root" text NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "delegation_id" uuid;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "for_person_id" uuid;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_delegator_id_people_id_fk" FOREIGN KEY ("delegator_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_delegate_id_people_id_fk" FOREIGN KEY ("delegate_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_ended_by_people_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegation_signatures" ADD CONSTRAINT "delegation_signatures_delegation_id_delegations_id_fk" FOREIGN KEY ("delegation_id") REFERENCES "public"."delegations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegation_signatures" ADD CONSTRAINT "delegation_signatures_entry" FOREIGN KEY ("root","position") REFERENCES "public"."proof_entries"("root","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_delegation" FOREIGN KEY ("delegation_id","for_person_id","person_id") REFERENCES "public"."delegations"("id","delegator_id","delegate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_for" CHECK ((delegation_id is null) = (for_person_id is null) and for_person_id <> maker_id and for_person_id <> person_id);--> statement-breakpoint
CREATE INDEX "delegations_delegator" ON "delegations" USING btree ("delegator_id","ends_at");--> statement-breakpoint
CREATE INDEX "delegations_delegate" ON "delegations" USING btree ("delegate_id","ends_at");--> statement-breakpoint
CREATE INDEX "delegation_signatures_entry" ON "delegation_signatures" USING btree ("root","position");--> statement-breakpoint
CREATE TRIGGER "delegation_signatures_append_only" BEFORE UPDATE OR DELETE ON "delegation_signatures" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "delegation_signatures_not_truncated" BEFORE TRUNCATE ON "delegation_signatures" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "delegations_kept" BEFORE DELETE ON "delegations" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "delegations_not_truncated" BEFORE TRUNCATE ON "delegations" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A delegation changes in one way: somebody ends it, once.
CREATE FUNCTION keep_delegation() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR (to_jsonb(OLD) - 'ended_at' - 'ended_by') <> (to_jsonb(NEW) - 'ended_at' - 'ended_by') THEN
    RAISE EXCEPTION 'a delegation is only ended, and once' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "delegations_ended_once" BEFORE UPDATE ON "delegations" FOR EACH ROW EXECUTE FUNCTION keep_delegation();
--> statement-breakpoint
-- Whoever decides for somebody decides in person: at one time nobody is both a delegate and a delegator, so that no
-- chain and no circle comes about, and nobody has two delegates in one role.
CREATE FUNCTION refuse_delegation_chain() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('delegations', 0));
  IF identity_keys_since(NEW.delegator_id, now()) && identity_keys_since(NEW.delegate_id, now()) THEN
    RAISE EXCEPTION 'both accounts belong to one person' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (
    SELECT 1 FROM delegations d
    WHERE d.ended_at IS NULL AND d.starts_at < NEW.ends_at AND NEW.starts_at < d.ends_at
      AND (d.delegate_id = NEW.delegator_id OR d.delegator_id = NEW.delegate_id OR d.delegator_id = NEW.delegator_id AND d.role = NEW.role)
  ) THEN
    RAISE EXCEPTION 'a delegation is not passed on, and not given twice' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "delegations_no_chain" BEFORE INSERT ON "delegations" FOR EACH ROW EXECUTE FUNCTION refuse_delegation_chain();
--> statement-breakpoint
-- A delegate and the person they decide for are one, and the delegation is in force.
CREATE FUNCTION check_delegated_decision() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
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
  SELECT required_role, created_at INTO version FROM request_versions WHERE request_id = NEW.request_id AND request_versions.version = NEW.version;
  IF NOT EXISTS (
    SELECT 1 FROM delegations d
    WHERE d.id = NEW.delegation_id AND d.role = version.required_role AND d.ended_at IS NULL AND d.starts_at <= now() AND now() < d.ends_at
  ) THEN
    RAISE EXCEPTION 'no delegation is in force' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF is_suspended(NEW.for_person_id) OR identity_keys_since(NEW.for_person_id, now()) && identity_keys_since(NEW.maker_id, version.created_at) THEN
    RAISE EXCEPTION 'nobody decides for this person' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "decisions_delegated" BEFORE INSERT ON "decisions" FOR EACH ROW EXECUTE FUNCTION check_delegated_decision();
--> statement-breakpoint
CREATE OR REPLACE VIEW "vote_facts" AS
SELECT d.request_id, d.version, d.person_id, d.maker_id, d.verdict, d.roles, d.body_sha256, d.decided_at,
  extract(epoch FROM clock_timestamp() - d.decided_at)::float8 AS age_s,
  extract(epoch FROM d.decided_at - last.at)::float8 AS sign_in_age_s,
  coalesce(v.required_role = ANY (last.roles), false) AS had_role,
  (NOT v.required_role = ANY (p.roles) OR EXISTS (
    SELECT 1 FROM sign_ins later WHERE later.person_id = d.person_id AND later.at > d.decided_at AND NOT v.required_role = ANY (later.roles)
  )) AS has_lost_role,
  EXISTS (
    SELECT 1 FROM unnest(array_remove(ARRAY[d.person_id, d.for_person_id], NULL)) AS one(id)
    WHERE is_suspended(one.id) OR EXISTS (
      SELECT 1 FROM person_suspensions s WHERE s.person_id = one.id AND s.event = 'SUSPENDED' AND s.at >= d.decided_at
    ) OR coalesce((
      SELECT s.event = 'SUSPENDED' FROM person_suspensions s WHERE s.person_id = one.id AND s.at < d.decided_at ORDER BY s.id DESC LIMIT 1
    ), false)
  ) AS was_suspended,
  w.withdrawn_at,
  w.reason AS withdrawal_reason,
  (identity_keys_since(d.maker_id, v.created_at) && (identity_keys_since(d.person_id, d.decided_at) || CASE WHEN d.for_person_id IS NULL THEN '{}'::text[] ELSE identity_keys_since(d.for_person_id, d.decided_at) END)) AS is_requester,
  EXISTS (
    SELECT 1 FROM decisions other
    WHERE other.request_id = d.request_id AND other.version = d.version AND other.person_id <> d.person_id
      AND (other.decided_at, other.person_id) < (d.decided_at, d.person_id)
      AND (
        other.person_id = d.for_person_id OR other.for_person_id IN (d.person_id, d.for_person_id)
        OR (identity_keys_since(other.person_id, other.decided_at) || CASE WHEN other.for_person_id IS NULL THEN '{}'::text[] ELSE identity_keys_since(other.for_person_id, other.decided_at) END)
          && (identity_keys_since(d.person_id, d.decided_at) || CASE WHEN d.for_person_id IS NULL THEN '{}'::text[] ELSE identity_keys_since(d.for_person_id, d.decided_at) END)
      )
  ) AS is_earlier_voter,
  d.for_person_id,
  (d.for_person_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM delegations g
    WHERE g.id = d.delegation_id AND g.delegator_id = d.for_person_id AND g.delegate_id = d.person_id AND g.role = v.required_role
      AND g.starts_at <= d.decided_at AND d.decided_at < least(g.ends_at, g.ended_at)
  )) AS lacks_delegation
FROM decisions d
JOIN request_versions v ON v.request_id = d.request_id AND v.version = d.version
JOIN people p ON p.id = d.person_id
LEFT JOIN approval_withdrawals w ON w.request_id = d.request_id AND w.version = d.version AND w.person_id = d.person_id
LEFT JOIN LATERAL (
  SELECT s.roles, s.at FROM sign_ins s WHERE s.person_id = d.person_id AND s.at <= d.decided_at ORDER BY s.at DESC LIMIT 1
) last ON true;
