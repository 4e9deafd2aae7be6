-- Forms of withdrawals under a title, of one person or shared with the desk. They are saved and deleted, never changed.
CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"title" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"form" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "templates_title_of_person" UNIQUE("person_id","title"),
	CONSTRAINT "templates_title" CHECK (char_length(title) between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER "templates_kept" BEFORE UPDATE ON "templates" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "templates_not_truncated" BEFORE TRUNCATE ON "templates" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
