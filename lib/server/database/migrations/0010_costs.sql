ALTER TABLE "sends" ADD COLUMN "cost" json;--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "is_cost_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sends_cost_due" ON "sends" USING btree ("request_id") WHERE is_cost_due;--> statement-breakpoint
CREATE INDEX "sends_cost_alarm" ON "sends" USING btree ("request_id") WHERE cost_alarm is not null;