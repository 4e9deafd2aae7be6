-- What two administrators change: policy, registries, rights, groups, targets, and the address book.

-- Nothing that takes two people comes into force without them. At the end of the transaction: a proposal is confirmed
-- after its change is made. The tables' owner, who could switch this off, is left alone for migrations.
CREATE OR REPLACE FUNCTION refuse_unconfirmed_version() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') AND NOT EXISTS (
    SELECT 1 FROM proposals WHERE id = NEW.proposal_id AND kind = NEW.kind
      AND state = 'CONFIRMED'
  ) THEN
    RAISE EXCEPTION 'a version of % needs a proposal that a second person confirmed', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS setting_versions_confirmed ON setting_versions;
CREATE CONSTRAINT TRIGGER setting_versions_confirmed AFTER INSERT ON setting_versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unconfirmed_version();
CREATE OR REPLACE TRIGGER proposals_one_human BEFORE UPDATE OF state ON proposals
  FOR EACH ROW EXECUTE FUNCTION refuse_own_confirmation();

-- The versions of the policy, which requests name. The console reads it with its own rights.
CREATE OR REPLACE VIEW policy_versions WITH (security_invoker = true) AS
  SELECT version, value AS rules, proposal_id, active_from, kind FROM setting_versions WHERE kind = 'policy';
ALTER VIEW policy_versions ALTER COLUMN kind SET DEFAULT 'policy';

-- The value of a setting in force; null where the console's own is.
CREATE OR REPLACE FUNCTION setting_in_force(of_kind text) RETURNS json LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT value FROM setting_versions WHERE kind = of_kind ORDER BY version DESC LIMIT 1
$$;
