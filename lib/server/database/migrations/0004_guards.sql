-- Whose a request is and under which reference never changes, and which version counts not once it is approved.
CREATE FUNCTION refuse_swap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.maker_id <> OLD.maker_id OR NEW.ref_id <> OLD.ref_id OR (NEW.version <> OLD.version AND OLD.state IN ('APPROVED', 'SENT')) THEN
    RAISE EXCEPTION 'what was approved is not exchanged' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "withdrawal_requests_not_swapped" BEFORE UPDATE ON "withdrawal_requests" FOR EACH ROW EXECUTE FUNCTION refuse_swap();
--> statement-breakpoint
-- Without its end the audit log would take nothing more, and without its row the stop switch could not be set.
CREATE TRIGGER "audit_head_kept" BEFORE DELETE ON "audit_head" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "audit_head_not_truncated" BEFORE TRUNCATE ON "audit_head" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "stop_switch_kept" BEFORE DELETE ON "stop_switch" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "stop_switch_not_truncated" BEFORE TRUNCATE ON "stop_switch" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
