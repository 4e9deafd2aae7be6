CREATE TABLE "fee_quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"asset" text NOT NULL,
	"fee" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fee_quotes" ADD CONSTRAINT "fee_quotes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;