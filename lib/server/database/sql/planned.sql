-- Planned payments.

-- An order begins as a proposal; what it says never changes, and what ended stays so.
CREATE OR REPLACE FUNCTION guard_standing_order() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'PROPOSED' OR NEW.active_from IS NOT NULL THEN
      RAISE EXCEPTION 'a standing order begins as a proposal' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.owner_id, NEW.title, NEW.form::text, NEW.signals, NEW.first_date, NEW.every, NEW.time_zone,
    NEW.last_date, NEW.max_count, NEW.bank_days::text, NEW.reason, NEW.created_at)
    IS DISTINCT FROM
    (OLD.id, OLD.owner_id, OLD.title, OLD.form::text, OLD.signals, OLD.first_date, OLD.every, OLD.time_zone,
      OLD.last_date, OLD.max_count, OLD.bank_days::text, OLD.reason, OLD.created_at)
    OR (OLD.state, NEW.state) NOT IN (
      ('PROPOSED', 'ACTIVE'), ('PROPOSED', 'ENDED'), ('ACTIVE', 'PAUSED'), ('PAUSED', 'ACTIVE'), ('ACTIVE',
        'ENDED'), ('PAUSED', 'ENDED')
    )
    OR (OLD.active_from IS NOT NULL AND NEW.active_from IS DISTINCT FROM OLD.active_from) THEN
    RAISE EXCEPTION 'a standing order is changed only by a new one' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'ACTIVE' AND (
    NEW.active_from IS NULL OR (SELECT count(*) FROM public.standing_order_approvals WHERE order_id = NEW.id) < 2
  ) THEN
    RAISE EXCEPTION 'two people approve a standing order' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- Two humans who can decide, neither of them the owner.
CREATE OR REPLACE FUNCTION guard_standing_order_approval() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  ordered record;
BEGIN
  SELECT o.owner_id, o.state, o.created_at INTO ordered FROM public.standing_orders o
    WHERE o.id = NEW.order_id FOR UPDATE;
  IF ordered.state IS DISTINCT FROM 'PROPOSED' OR ordered.owner_id = NEW.person_id OR is_suspended(NEW.person_id)
    OR NOT EXISTS (SELECT 1 FROM public.people WHERE id = NEW.person_id AND roles && ARRAY['approver', 'admin'])
    OR identity_keys_since(NEW.person_id, now()) && identity_keys_since(ordered.owner_id, ordered.created_at)
    OR EXISTS (
      SELECT 1 FROM public.standing_order_approvals a
      WHERE a.order_id = NEW.order_id AND a.person_id <> NEW.person_id
        AND identity_keys_since(a.person_id, ordered.created_at) && identity_keys_since(NEW.person_id, now())
    ) THEN
    RAISE EXCEPTION 'two people other than the owner approve a standing order' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- A date of an active order, as many as it allows, with a request of its owner or a reason.
CREATE OR REPLACE FUNCTION guard_standing_order_date() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  ordered record;
BEGIN
  SELECT * INTO ordered FROM public.standing_orders o WHERE o.id = NEW.order_id FOR UPDATE;
  IF ordered.state IS NULL OR NEW.date NOT BETWEEN ordered.first_date AND ordered.last_date
    OR (SELECT count(*) FROM public.standing_order_dates WHERE order_id = NEW.order_id) >= ordered.max_count THEN
    RAISE EXCEPTION 'the standing order has no such date' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.request_id IS NOT NULL AND (ordered.state <> 'ACTIVE' OR NOT EXISTS (
    SELECT 1 FROM public.withdrawal_requests WHERE id = NEW.request_id AND requester_id = ordered.owner_id
  )) THEN
    RAISE EXCEPTION 'only an active standing order has requests, of its owner' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- Whoever approved a planned payment first is judged once more when the last approval puts it in force. A trigger of
-- its own beside guard_standing_order, so that either can be replaced without the other.
CREATE OR REPLACE FUNCTION guard_standing_order_approvers() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (
    SELECT count(*) FROM public.standing_order_approvals a JOIN public.people p ON p.id = a.person_id
    WHERE a.order_id = NEW.id AND p.roles && ARRAY['approver', 'admin'] AND NOT is_suspended(p.id)
  ) < 2 THEN
    RAISE EXCEPTION 'two people who can still decide approve a standing order' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER standing_order_approvals_guarded BEFORE INSERT ON standing_order_approvals
  FOR EACH ROW EXECUTE FUNCTION guard_standing_order_approval();
CREATE OR REPLACE TRIGGER standing_order_dates_guarded BEFORE INSERT ON standing_order_dates
  FOR EACH ROW EXECUTE FUNCTION guard_standing_order_date();
CREATE OR REPLACE TRIGGER standing_orders_guarded BEFORE INSERT OR UPDATE ON standing_orders
  FOR EACH ROW EXECUTE FUNCTION guard_standing_order();
CREATE OR REPLACE TRIGGER standing_orders_guarded_approvers BEFORE UPDATE ON standing_orders
  FOR EACH ROW WHEN (((old.state = 'PROPOSED'::text) AND (new.state = 'ACTIVE'::text)))
  EXECUTE FUNCTION guard_standing_order_approvers();
CREATE OR REPLACE TRIGGER standing_orders_kept BEFORE DELETE ON standing_orders
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
