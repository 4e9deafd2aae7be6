-- Notifications (docs/decisions/0039-notifications-follow-the-audit-log.md): the entry of the audit log up to which
-- notices were planned, the notices, and one delivery of each for every person and channel.
CREATE TABLE "notice_progress" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"audit_seq" bigint NOT NULL,
	CONSTRAINT "notice_progress_one" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"asset" text,
	"amount" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "notices_source" UNIQUE("source"),
	CONSTRAINT "notices_path" CHECK (path like '/%' and path not like '//%')
);
--> statement-breakpoint
CREATE TABLE "notice_deliveries" (
	"notice_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failure" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "notice_deliveries_notice_id_person_id_channel_pk" PRIMARY KEY("notice_id","person_id","channel"),
	CONSTRAINT "notice_deliveries_channel" CHECK (channel in ('mail')),
	CONSTRAINT "notice_deliveries_state" CHECK (state in ('QUEUED', 'SENT', 'DEAD')),
	CONSTRAINT "notice_deliveries_ended" CHECK ((state = 'QUEUED') = (ended_at is null))
);
--> statement-breakpoint
CREATE TABLE "notice_preferences" (
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	CONSTRAINT "notice_preferences_person_id_kind_pk" PRIMARY KEY("person_id","kind"),
	CONSTRAINT "notice_preferences_mode" CHECK (mode in ('at-once', 'hourly', 'daily', 'off'))
);
--> statement-breakpoint
CREATE TABLE "notice_hours" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"quiet_from" smallint,
	"quiet_until" smallint,
	CONSTRAINT "notice_hours_hours" CHECK (num_nonnulls(quiet_from, quiet_until) in (0, 2) and quiet_from between 0 and 23 and quiet_until between 0 and 23 and quiet_from <> quiet_until)
);
--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_hours" ADD CONSTRAINT "notice_hours_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_at" ON "notices" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notice_deliveries_due" ON "notice_deliveries" USING btree ("person_id","due_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "notice_deliveries_sent" ON "notice_deliveries" USING btree ("person_id","ended_at") WHERE state = 'SENT';--> statement-breakpoint
CREATE INDEX "notice_deliveries_dead" ON "notice_deliveries" USING btree ("ended_at") WHERE state = 'DEAD';--> statement-breakpoint
-- What happened before is no news.
INSERT INTO "notice_progress" ("audit_seq") SELECT seq FROM audit_head WHERE id = 1;
