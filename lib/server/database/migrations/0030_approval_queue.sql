-- Decisions on withdrawals that were made in haste (lib/requests/haste.ts), one row each, counted for administrators.
CREATE TABLE "hasty_decisions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"person_id" uuid NOT NULL REFERENCES "people"("id"),
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"shown_ms" integer,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "hasty_decisions_reason" CHECK (reason in ('shown-briefly', 'many-in-a-minute')),
	CONSTRAINT "hasty_decisions_shown" CHECK (shown_ms >= 0)
);
--> statement-breakpoint
CREATE INDEX "hasty_decisions_at" ON "hasty_decisions" USING btree ("at");--> statement-breakpoint
CREATE TRIGGER "hasty_decisions_append_only" BEFORE UPDATE OR DELETE ON "hasty_decisions" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "hasty_decisions_not_truncated" BEFORE TRUNCATE ON "hasty_decisions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Counts the decisions of one person within a minute, at each decision.
CREATE INDEX "decisions_person" ON "decisions" USING btree ("person_id","decided_at");
