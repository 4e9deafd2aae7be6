-- What is used up of a limit is worth nothing after a crash; so it is written without waiting for the disk.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"spent_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refusals" (
	"key" text PRIMARY KEY NOT NULL,
	"entry" json NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unwritten" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "agent" text;--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_not_ended" ON "sessions" USING btree ("created_at") WHERE ended_at is null;