-- Who may request from and approve for which profiles; the version with the highest number is in force.
CREATE TABLE "profile_rights" (
	"version" integer PRIMARY KEY NOT NULL,
	"rights" json NOT NULL,
	"proposal_id" uuid,
	"active_from" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profile_rights" ADD CONSTRAINT "profile_rights_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER "profile_rights_append_only" BEFORE UPDATE OR DELETE ON "profile_rights" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "profile_rights_not_truncated" BEFORE TRUNCATE ON "profile_rights" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "profile_rights_confirmed" AFTER INSERT ON "profile_rights" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unconfirmed_version('profile-rights');
--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_kind";
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_kind" CHECK (kind in ('policy', 'recipient', 'directory', 'release-stop', 'resolve-send', 'lift-suspension', 'known-transfers', 'external-profiles', 'profile-names', 'notification-targets', 'profile-rights'));
--> statement-breakpoint
-- Tells whether somebody may request from a profile, or approve for it in a role. A person's own right counts before the
-- role's; without either, all profiles are allowed. IDs are compared as lib/profiles/find-name.ts does.
CREATE FUNCTION may_use_profile(action text, in_role text, person uuid, profile text) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((
    SELECT EXISTS (
      SELECT 1 FROM json_array_elements_text(own.allowed -> 'profiles') AS listed(id)
      WHERE lower(listed.id COLLATE "C") = lower(profile COLLATE "C")
    )
    FROM (SELECT rights FROM profile_rights ORDER BY version DESC LIMIT 1) AS newest,
      json_array_elements(newest.rights) AS own(allowed)
    WHERE own.allowed ->> 'may' = action AND own.allowed ->> 'who' IN (in_role, person::text)
    ORDER BY own.allowed ->> 'who' = person::text DESC LIMIT 1
  ), true)
$$;
--> statement-breakpoint
-- Tells whether a person, or the one they decide for, may not approve a version in the role that it asks for.
CREATE FUNCTION lacks_profile_right(request uuid, of_version integer, person uuid, for_person uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM profile_rights) AND coalesce((
    SELECT bool_or(NOT may_use_profile('approve', v.required_role, one.id, convert_from(v.body, 'UTF8')::json ->> 'profile_id'))
    FROM request_versions v, unnest(array_remove(ARRAY[person, for_person], NULL)) AS one(id)
    WHERE v.request_id = request AND v.version = of_version
  ), false)
$$;
