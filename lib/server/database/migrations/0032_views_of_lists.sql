-- Saved views belong to a list; those so far are of transfers.
ALTER TABLE "saved_views" ADD COLUMN "list" text DEFAULT 'transfers' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_list" CHECK (list in ('transfers', 'withdrawals'));--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_person_id_name_pk";--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_person_id_list_name_pk" PRIMARY KEY("person_id","list","name");
