-- Targets of notifications beside people, and what is delivered to them.
CREATE TABLE "notification_targets" (
	"version" integer PRIMARY KEY NOT NULL,
	"targets" json NOT NULL,
	"proposal_id" uuid,
	"active_from" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "target_deliveries" (
	"notice_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failure" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "target_deliveries_notice_id_target_id_pk" PRIMARY KEY("notice_id","target_id"),
	CONSTRAINT "target_deliveries_state" CHECK (state in ('QUEUED', 'SENT', 'DEAD')),
	CONSTRAINT "target_deliveries_ended" CHECK ((state = 'QUEUED') = (ended_at is null))
);
--> statement-breakpoint
ALTER TABLE "notification_targets" ADD CONSTRAINT "notification_targets_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_deliveries" ADD CONSTRAINT "target_deliveries_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "target_deliveries_due" ON "target_deliveries" USING btree ("target_id","due_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "target_deliveries_ended" ON "target_deliveries" USING btree ("target_id","ended_at") WHERE state <> 'QUEUED';--> statement-breakpoint
CREATE TRIGGER "notification_targets_append_only" BEFORE UPDATE OR DELETE ON "notification_targets" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "notification_targets_not_truncated" BEFORE TRUNCATE ON "notification_targets" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "notification_targets_confirmed" AFTER INSERT ON "notification_targets" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unconfirmed_version('notification-targets');
--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_kind";
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_kind" CHECK (kind in ('policy', 'recipient', 'directory', 'release-stop', 'resolve-send', 'lift-suspension', 'known-transfers', 'external-profiles', 'profile-names', 'notification-targets'));
