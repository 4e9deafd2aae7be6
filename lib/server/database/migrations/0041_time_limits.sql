-- Limits over time (docs/decisions/0043-limits-over-time.md): the order in which versions were saved, and the time at
-- which each counts. Versions of before are numbered as they are stored, which is the order of their saving.
ALTER TABLE "request_versions"
	ADD COLUMN "position" bigint GENERATED ALWAYS AS IDENTITY,
	-- Set where the policy makes the withdrawal wait: it leaves no earlier, and counts as of then.
	ADD COLUMN "not_before" timestamp with time zone,
	ADD COLUMN "counts_at" timestamp with time zone GENERATED ALWAYS AS (coalesce("not_before", "created_at")) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "request_versions_position" ON "request_versions" USING btree ("position");--> statement-breakpoint
CREATE INDEX "request_versions_counts_at" ON "request_versions" USING btree ("counts_at");
