-- Keys, signatures and the chain of proof.

-- An entry follows the newest one of its root, or the root itself. Whoever appends waits for the one before to commit.
CREATE OR REPLACE FUNCTION check_proof_entry() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  newest record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('proof_entries ' || NEW.root, 0));
  SELECT position, hash INTO newest FROM proof_entries WHERE root = NEW.root ORDER BY position DESC LIMIT 1;
  IF NEW.position <> coalesce(newest.position, 0) + 1 OR NEW.previous <> coalesce(newest.hash, NEW.root) THEN
    RAISE EXCEPTION 'a statement must follow the newest one of its chain'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER proof_entries_in_order BEFORE INSERT ON proof_entries
  FOR EACH ROW EXECUTE FUNCTION check_proof_entry();
