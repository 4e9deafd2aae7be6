-- Signed decisions (docs/decisions/0036-decisions-are-signed.md): which entry of the chain of signed statements is the
-- statement of a vote, of a version of a request, and of a step of a change that takes two people; and the newest entry
-- that each attempt to send was claimed under.
CREATE TABLE "vote_signatures" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"root" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "vote_signatures_request_id_version_person_id_pk" PRIMARY KEY("request_id","version","person_id")
);
--> statement-breakpoint
CREATE TABLE "request_signatures" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"root" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "request_signatures_request_id_version_pk" PRIMARY KEY("request_id","version")
);
--> statement-breakpoint
CREATE TABLE "proposal_signatures" (
	"proposal_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"root" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "proposal_signatures_proposal_id_person_id_pk" PRIMARY KEY("proposal_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "send_attempts" ADD COLUMN "proof_head" text;--> statement-breakpoint
ALTER TABLE "vote_signatures" ADD CONSTRAINT "vote_signatures_vote" FOREIGN KEY ("request_id","version","person_id") REFERENCES "public"."decisions"("request_id","version","person_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_signatures" ADD CONSTRAINT "vote_signatures_entry" FOREIGN KEY ("root","position") REFERENCES "public"."proof_entries"("root","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_signatures" ADD CONSTRAINT "request_signatures_version" FOREIGN KEY ("request_id","version") REFERENCES "public"."request_versions"("request_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_signatures" ADD CONSTRAINT "request_signatures_entry" FOREIGN KEY ("root","position") REFERENCES "public"."proof_entries"("root","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_signatures" ADD CONSTRAINT "proposal_signatures_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_signatures" ADD CONSTRAINT "proposal_signatures_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_signatures" ADD CONSTRAINT "proposal_signatures_entry" FOREIGN KEY ("root","position") REFERENCES "public"."proof_entries"("root","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vote_signatures_entry" ON "vote_signatures" USING btree ("root","position");--> statement-breakpoint
CREATE INDEX "request_signatures_entry" ON "request_signatures" USING btree ("root","position");--> statement-breakpoint
CREATE INDEX "proposal_signatures_entry" ON "proposal_signatures" USING btree ("root","position");--> statement-breakpoint
CREATE TRIGGER "vote_signatures_append_only" BEFORE UPDATE OR DELETE ON "vote_signatures" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "vote_signatures_not_truncated" BEFORE TRUNCATE ON "vote_signatures" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "request_signatures_append_only" BEFORE UPDATE OR DELETE ON "request_signatures" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "request_signatures_not_truncated" BEFORE TRUNCATE ON "request_signatures" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "proposal_signatures_append_only" BEFORE UPDATE OR DELETE ON "proposal_signatures" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "proposal_signatures_not_truncated" BEFORE TRUNCATE ON "proposal_signatures" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "proof_challenges" DROP CONSTRAINT "proof_challenges_purpose";--> statement-breakpoint
ALTER TABLE "proof_challenges" ADD CONSTRAINT "proof_challenges_purpose" CHECK (purpose in ('register', 'sign', 'decision'));
