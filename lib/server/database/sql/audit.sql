-- Every decision and every outcome is an entry of the audit log, so its commit is when workers have something to do.
-- Without a payload: PostgreSQL delivers one notification for a transaction, however many entries it appends.
CREATE OR REPLACE FUNCTION announce_audit() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NOTIFY countersign_audit;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audit_log_announced AFTER INSERT ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION announce_audit();
