CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_head_single" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"subject" text NOT NULL,
	"entry" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"maker_id" uuid NOT NULL,
	"body_sha256" text NOT NULL,
	"verdict" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"roles" text[] NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decisions_request_id_version_person_id_pk" PRIMARY KEY("request_id","version","person_id"),
	CONSTRAINT "decisions_not_own" CHECK (person_id <> maker_id),
	CONSTRAINT "decisions_verdict" CHECK (verdict in ('APPROVED', 'REJECTED'))
);
--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"rules" json NOT NULL,
	"proposal_id" uuid,
	"active_from" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"payload" json NOT NULL,
	"comment" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"decision_comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "proposals_kind" CHECK (kind in ('policy', 'release-stop', 'resolve-send')),
	CONSTRAINT "proposals_state" CHECK (state in ('OPEN', 'CONFIRMED', 'DECLINED', 'WITHDRAWN', 'VOID')),
	CONSTRAINT "proposals_two_people" CHECK (state <> 'CONFIRMED' or (decided_by is not null and decided_by <> proposed_by))
);
--> statement-breakpoint
CREATE TABLE "request_versions" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"form_key" uuid NOT NULL,
	"body" "bytea" NOT NULL,
	"body_sha256" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"recipient_key" text NOT NULL,
	"policy_version" integer NOT NULL,
	"rule_number" integer NOT NULL,
	"required_approvals" integer NOT NULL,
	"required_role" text NOT NULL,
	"facts" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_versions_request_id_version_pk" PRIMARY KEY("request_id","version"),
	CONSTRAINT "request_versions_form_key" UNIQUE("form_key"),
	CONSTRAINT "request_versions_hash" UNIQUE("request_id","version","body_sha256"),
	CONSTRAINT "request_versions_sha256" CHECK (body_sha256 = encode(sha256(body), 'hex')),
	CONSTRAINT "request_versions_required" CHECK (required_approvals between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "stop_switch" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stop_switch_single" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "worker_leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"lease_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "posts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "misses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "reconcile_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "last_walk" json;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "hold" json;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "alarm" text;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "expires_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ALTER COLUMN "expires_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD CONSTRAINT "withdrawal_requests_maker" UNIQUE("id","maker_id");--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_maker" FOREIGN KEY ("request_id","maker_id") REFERENCES "public"."withdrawal_requests"("id","maker_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_bytes" FOREIGN KEY ("request_id","version","body_sha256") REFERENCES "public"."request_versions"("request_id","version","body_sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_proposed_by_people_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decided_by_people_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_versions" ADD CONSTRAINT "request_versions_request_id_withdrawal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_versions" ADD CONSTRAINT "request_versions_policy_version_policy_versions_version_fk" FOREIGN KEY ("policy_version") REFERENCES "public"."policy_versions"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_switch" ADD CONSTRAINT "stop_switch_changed_by_people_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","seq");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_one_open" ON "proposals" USING btree ("kind","subject") WHERE state = 'OPEN';--> statement-breakpoint
CREATE INDEX "proposals_subject" ON "proposals" USING btree ("kind","subject","proposed_at");--> statement-breakpoint
CREATE INDEX "request_versions_recipient" ON "request_versions" USING btree ("recipient_key","created_at");--> statement-breakpoint
CREATE INDEX "sends_unknown" ON "sends" USING btree ("reconcile_at") WHERE state = 'UNKNOWN';--> statement-breakpoint
CREATE UNIQUE INDEX "sends_transfer_id" ON "sends" USING btree ("transfer_id") WHERE transfer_id is not null;--> statement-breakpoint
CREATE INDEX "withdrawal_requests_awaiting" ON "withdrawal_requests" USING btree ("created_at","id") WHERE state = 'AWAITING_APPROVAL';
--> statement-breakpoint
-- What the console comes with: one approval; two for a new recipient or a large amount.
INSERT INTO "policy_versions" ("version", "rules") VALUES (1, '[{"name": "Recipient never paid before", "when": {"isNewRecipient": true}, "then": {"kind": "approve", "count": 2}}, {"name": "Large amount", "when": {"atLeast": {"BTC": "1", "ETH": "25", "SOL": "500", "LTC": "700", "BCH": "150", "USDC": "100000", "PYUSD": "100000", "USDG": "100000", "USDP": "100000", "PAXG": "25", "AAVE": "400", "LINK": "5000", "UNI": "10000"}}, "then": {"kind": "approve", "count": 2}}, {"name": "Everything else", "when": {}, "then": {"kind": "approve", "count": 1}}]');
--> statement-breakpoint
INSERT INTO "stop_switch" ("id") VALUES (1);
--> statement-breakpoint
INSERT INTO "audit_head" ("id", "seq", "hash") VALUES (1, 0, repeat('0', 64));
--> statement-breakpoint
-- Requests from before approvals existed were made to be sent at once.
INSERT INTO "request_versions" ("request_id", "version", "form_key", "body", "body_sha256", "recipient_key", "policy_version", "rule_number", "required_approvals", "required_role", "facts", "created_at")
SELECT r."id", r."version", r."form_key", r."body", r."body_sha256",
  '["' || (b.body->>'crypto_network') || '","' ||
    CASE WHEN b.body->>'destination_address' LIKE '0x%' THEN lower(b.body->>'destination_address') ELSE b.body->>'destination_address' END || '"]',
  1, 0, 0, 'approver', '{}', r."created_at"
FROM "withdrawal_requests" r CROSS JOIN LATERAL (SELECT convert_from(r."body", 'UTF8')::json AS body) b;
--> statement-breakpoint
-- What was in doubt before there was a way to find out is looked for at once.
UPDATE "sends" SET "reconcile_at" = now() WHERE "state" = 'UNKNOWN';
--> statement-breakpoint
-- What was written down stays as it was written: the audit log, what was asked for, and who decided what.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "audit_log_not_truncated" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "request_versions_append_only" BEFORE UPDATE OR DELETE ON "request_versions" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "request_versions_not_truncated" BEFORE TRUNCATE ON "request_versions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "decisions_append_only" BEFORE UPDATE OR DELETE ON "decisions" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "decisions_not_truncated" BEFORE TRUNCATE ON "decisions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
