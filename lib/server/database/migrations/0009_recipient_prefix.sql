DROP INDEX "request_versions_recipient";--> statement-breakpoint
ALTER TABLE "sends" ADD COLUMN "cost_alarm" text;--> statement-breakpoint
CREATE INDEX "request_versions_recipient" ON "request_versions" USING btree ("recipient_key" text_pattern_ops,"created_at");