-- Tells whether somebody may see the transfers and requests of a profile. A person's own right counts before their roles';
-- of several roles, one that sees it is enough; without rights, all profiles are seen. The same as `listVisibleProfiles`
-- (lib/rights/profile-rights.ts); IDs are compared as lib/identity/reader.ts does.
CREATE FUNCTION may_see_profile(person uuid, profile text) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  WITH seen AS MATERIALIZED (
    SELECT one.allowed ->> 'who' AS who, EXISTS (
      SELECT 1 FROM json_array_elements_text(one.allowed -> 'profiles') AS listed(id)
      WHERE listed.id = profile OR (listed.id ~ '^[0-9a-f]{8}-' AND listed.id = lower(profile COLLATE "C"))
    ) AS is_listed
    FROM (SELECT rights FROM profile_rights ORDER BY version DESC LIMIT 1) AS newest,
      json_array_elements(newest.rights) AS one(allowed)
    WHERE one.allowed ->> 'may' = 'see'
  )
  SELECT coalesce(
    (SELECT is_listed FROM seen WHERE who = person::text),
    (
      SELECT bool_or(coalesce((SELECT is_listed FROM seen WHERE who = role.name), true))
      FROM people p, unnest(p.roles) AS role(name) WHERE p.id = person
    ),
    true
  )
$$;
--> statement-breakpoint
-- As in migration 0043, and nobody uses a profile that they do not see.
CREATE OR REPLACE FUNCTION may_use_profile(action text, in_role text, person uuid, profile text) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((
    SELECT EXISTS (
      SELECT 1 FROM json_array_elements_text(own.allowed -> 'profiles') AS listed(id)
      WHERE lower(listed.id COLLATE "C") = lower(profile COLLATE "C")
    )
    FROM (SELECT rights FROM profile_rights ORDER BY version DESC LIMIT 1) AS newest,
      json_array_elements(newest.rights) AS own(allowed)
    WHERE own.allowed ->> 'may' = action AND own.allowed ->> 'who' IN (in_role, person::text)
    ORDER BY own.allowed ->> 'who' = person::text DESC LIMIT 1
  ), true) AND may_see_profile(person, profile)
$$;
