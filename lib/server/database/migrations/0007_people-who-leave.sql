CREATE TABLE "directory_users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"external_id" text,
	"user_name" text NOT NULL,
	"display_name" text,
	"email" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"person_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "directory_users_deleted" CHECK (deleted_at is null or not is_active)
);
--> statement-breakpoint
CREATE TABLE "logout_tokens" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "person_suspensions" ALTER COLUMN "by_person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_session" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id_token" text;--> statement-breakpoint
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_users_user_name" ON "directory_users" USING btree (lower("user_name")) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_users_external_id" ON "directory_users" USING btree ("external_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "directory_users_person" ON "directory_users" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_provider_session" ON "sessions" USING btree ("provider_session") WHERE ended_at is null and provider_session is not null;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_id_token_while_open" CHECK (ended_at is null or id_token is null);--> statement-breakpoint
ALTER TABLE "person_suspensions" ADD CONSTRAINT "person_suspensions_directory" CHECK (by_person_id is not null or event = 'SUSPENDED');