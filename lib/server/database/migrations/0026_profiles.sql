-- Names of profiles; the version with the highest number is in force.
CREATE TABLE "profile_names" (
	"version" integer PRIMARY KEY NOT NULL,
	"names" json NOT NULL,
	"proposal_id" uuid,
	"active_from" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profile_names" ADD CONSTRAINT "profile_names_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER "profile_names_append_only" BEFORE UPDATE OR DELETE ON "profile_names" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "profile_names_not_truncated" BEFORE TRUNCATE ON "profile_names" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "profile_names_confirmed" AFTER INSERT ON "profile_names" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unconfirmed_version('profile-names');
--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_kind";
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_kind" CHECK (kind in ('policy', 'recipient', 'directory', 'release-stop', 'resolve-send', 'lift-suspension', 'known-transfers', 'external-profiles', 'profile-names'));
