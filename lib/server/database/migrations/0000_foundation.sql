CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_issuer_subject" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "send_attempts" (
	"request_id" uuid NOT NULL,
	"fence" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"reason" text,
	"evidence" json,
	CONSTRAINT "send_attempts_request_id_fence_pk" PRIMARY KEY("request_id","fence")
);
--> statement-breakpoint
CREATE TABLE "sends" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_ambiguous" boolean DEFAULT false NOT NULL,
	"transfer_id" text,
	"transfer" json,
	"transfer_status" text,
	"transfer_seen_at" timestamp with time zone,
	"track_at" timestamp with time zone,
	"track_count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sends_state" CHECK (state in ('QUEUED', 'SENDING', 'ACCEPTED', 'REFUSED', 'UNKNOWN', 'HOLD'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"roles" text[] NOT NULL,
	"authenticated_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "withdrawal_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_key" uuid NOT NULL,
	"ref_id" text NOT NULL,
	"maker_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"body" "bytea" NOT NULL,
	"body_sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withdrawal_requests_form_key" UNIQUE("form_key"),
	CONSTRAINT "withdrawal_requests_ref_id" UNIQUE("ref_id"),
	CONSTRAINT "withdrawal_requests_state" CHECK (state in ('DRAFT', 'AWAITING_APPROVAL', 'APPROVED', 'SENT', 'REJECTED', 'EXPIRED', 'CANCELLED'))
);
--> statement-breakpoint
ALTER TABLE "send_attempts" ADD CONSTRAINT "send_attempts_request_id_sends_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."sends"("request_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sends" ADD CONSTRAINT "sends_request_id_withdrawal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD CONSTRAINT "withdrawal_requests_maker_id_people_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "send_attempts_one_open" ON "send_attempts" USING btree ("request_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "sends_due" ON "sends" USING btree ("next_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "sends_leased" ON "sends" USING btree ("lease_until") WHERE state = 'SENDING';--> statement-breakpoint
CREATE INDEX "sends_tracked" ON "sends" USING btree ("track_at") WHERE track_at is not null;--> statement-breakpoint
CREATE INDEX "withdrawal_requests_newest" ON "withdrawal_requests" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "withdrawal_requests_maker_newest" ON "withdrawal_requests" USING btree ("maker_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);