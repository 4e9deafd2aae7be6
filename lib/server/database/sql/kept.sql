-- Rows that are kept: what was decided, sent or recorded is never changed or deleted, and no table is emptied.

-- What was written down stays as it was written: the audit log, what was asked for, and who decided what.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

DO $$
DECLARE
  kept text;
  appended text[] := ARRAY[
    'address_saves', 'approval_withdrawals', 'audit_log', 'case_notes', 'decisions',
    'delegation_signatures', 'fee_quotes', 'hasty_decisions',
    'test_payment_confirmations', 'person_suspensions', 'problem_settlements',
    'proof_entries', 'proof_roots', 'proposal_signatures',
    'request_attachments', 'request_comments', 'request_follow_ups', 'bundles', 'request_signatures',
    'request_versions', 'restore_epochs', 'returned_dismissals', 'setting_versions', 'sign_ins',
      'standing_order_approvals',
    'standing_order_dates', 'standing_order_ends', 'vote_signatures'
  ];
  filled text[] := appended || ARRAY[
    'attachment_chunks', 'attachments', 'audit_head', 'delegations', 'standing_orders', 'stop_switch', 'templates',
    'transfer_alarms'
  ];
BEGIN
  FOREACH kept IN ARRAY appended LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I BEFORE UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION refuse_change()', kept || '_append_only', kept);
  END LOOP;
  FOREACH kept IN ARRAY filled LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I BEFORE TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', kept || '_not_truncated', kept);
  END LOOP;
END $$;

CREATE OR REPLACE TRIGGER audit_head_kept BEFORE DELETE ON audit_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
