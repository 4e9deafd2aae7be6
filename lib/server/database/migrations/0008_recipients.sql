ALTER TABLE "known_addresses" ADD COLUMN "network" text NOT NULL;--> statement-breakpoint
ALTER TABLE "known_addresses" ADD COLUMN "last_paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "normal_address" text NOT NULL;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "proposal_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "is_remembered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recipients_by_address" ON "recipients" USING btree ("normal_address");--> statement-breakpoint
CREATE INDEX "sends_to_remember" ON "sends" USING btree ("updated_at") WHERE transfer_status = 'COMPLETED' and not is_remembered;