CREATE TABLE "directory_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"directory" json NOT NULL,
	"proposal_id" uuid,
	"active_from" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_addresses" (
	"family" text NOT NULL,
	"address" text NOT NULL,
	"signature" text[] NOT NULL,
	"known_since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_addresses_family_address_pk" PRIMARY KEY("family","address")
);
--> statement-breakpoint
CREATE TABLE "pair_releases" (
	"group_id" uuid PRIMARY KEY NOT NULL,
	"confirmed_by" uuid NOT NULL,
	"comment" text NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text DEFAULT 'ACTIVE' NOT NULL,
	"name" text NOT NULL,
	"network" text NOT NULL,
	"address" text NOT NULL,
	"memo" text,
	"recipient_key" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"profiles" text[] DEFAULT '{}' NOT NULL,
	"owner_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recipients_state" CHECK (state in ('ACTIVE', 'RETIRED'))
);
--> statement-breakpoint
CREATE TABLE "request_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"maker_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"form_key" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_groups_form_key" UNIQUE("form_key"),
	CONSTRAINT "request_groups_kind" CHECK (kind in ('pair', 'batch'))
);
--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_kind";--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "chosen_address" text;--> statement-breakpoint
ALTER TABLE "request_versions" ADD COLUMN "address_entry" text;--> statement-breakpoint
ALTER TABLE "request_versions" ADD COLUMN "recipient_id" uuid;--> statement-breakpoint
ALTER TABLE "request_versions" ADD COLUMN "checks" json;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "group_position" integer;--> statement-breakpoint
ALTER TABLE "directory_versions" ADD CONSTRAINT "directory_versions_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pair_releases" ADD CONSTRAINT "pair_releases_group_id_request_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."request_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pair_releases" ADD CONSTRAINT "pair_releases_confirmed_by_people_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_groups" ADD CONSTRAINT "request_groups_maker_id_people_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_addresses_signature" ON "known_addresses" USING gin ("signature");--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_one_active" ON "recipients" USING btree ("recipient_key") WHERE state = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "recipients_by_name" ON "recipients" USING btree (lower(name),"id");--> statement-breakpoint
ALTER TABLE "request_versions" ADD CONSTRAINT "request_versions_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD CONSTRAINT "withdrawal_requests_group_id_request_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."request_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_requests_group" ON "withdrawal_requests" USING btree ("group_id","group_position") WHERE group_id is not null;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_kind" CHECK (kind in ('policy', 'recipient', 'directory', 'release-stop', 'resolve-send'));--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD CONSTRAINT "withdrawal_requests_grouped" CHECK ((group_id is null) = (group_position is null));--> statement-breakpoint
-- What was asked for together stays together.
CREATE OR REPLACE FUNCTION refuse_swap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.maker_id <> OLD.maker_id OR NEW.ref_id <> OLD.ref_id
    OR NEW.group_id IS DISTINCT FROM OLD.group_id OR NEW.group_position IS DISTINCT FROM OLD.group_position
    OR (NEW.version <> OLD.version AND OLD.state IN ('APPROVED', 'SENT')) THEN
    RAISE EXCEPTION 'what was approved is not exchanged' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "request_groups_append_only" BEFORE UPDATE OR DELETE ON "request_groups" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "request_groups_not_truncated" BEFORE TRUNCATE ON "request_groups" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "pair_releases_append_only" BEFORE UPDATE OR DELETE ON "pair_releases" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "pair_releases_not_truncated" BEFORE TRUNCATE ON "pair_releases" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "directory_versions_append_only" BEFORE UPDATE OR DELETE ON "directory_versions" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "directory_versions_not_truncated" BEFORE TRUNCATE ON "directory_versions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
