-- Planned payments: what the console requests on its owner's behalf, once two others approved it.
CREATE TABLE "standing_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"form" json NOT NULL,
	"signals" text[] NOT NULL,
	"first_date" date NOT NULL,
	"every" text NOT NULL,
	"time_zone" text NOT NULL,
	"last_date" date NOT NULL,
	"max_count" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'PROPOSED' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"active_from" timestamp with time zone,
	CONSTRAINT "standing_orders_state" CHECK (state in ('PROPOSED', 'ACTIVE', 'PAUSED', 'ENDED')),
	CONSTRAINT "standing_orders_every" CHECK (every in ('once', 'week', 'month')),
	CONSTRAINT "standing_orders_dates" CHECK (first_date <= last_date and max_count between 1 and 260),
	CONSTRAINT "standing_orders_title" CHECK (char_length(title) between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "standing_order_approvals" (
	"order_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "standing_order_approvals_order_id_person_id_pk" PRIMARY KEY("order_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "standing_order_dates" (
	"order_id" uuid NOT NULL,
	"date" date NOT NULL,
	"request_id" uuid,
	"skipped" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "standing_order_dates_order_id_date_pk" PRIMARY KEY("order_id","date"),
	CONSTRAINT "standing_order_dates_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "standing_order_dates_outcome" CHECK ((request_id is null) <> (skipped is null))
);
--> statement-breakpoint
ALTER TABLE "standing_orders" ADD CONSTRAINT "standing_orders_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_approvals" ADD CONSTRAINT "standing_order_approvals_order_id_standing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."standing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_approvals" ADD CONSTRAINT "standing_order_approvals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_dates" ADD CONSTRAINT "standing_order_dates_order_id_standing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."standing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_dates" ADD CONSTRAINT "standing_order_dates_request_id_withdrawal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- An order begins as a proposal; what it says never changes, and what ended stays so.
CREATE FUNCTION guard_standing_order() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'PROPOSED' OR NEW.active_from IS NOT NULL THEN
      RAISE EXCEPTION 'a standing order begins as a proposal' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.owner_id, NEW.title, NEW.form::text, NEW.signals, NEW.first_date, NEW.every, NEW.time_zone, NEW.last_date, NEW.max_count, NEW.reason, NEW.created_at)
    IS DISTINCT FROM
    (OLD.id, OLD.owner_id, OLD.title, OLD.form::text, OLD.signals, OLD.first_date, OLD.every, OLD.time_zone, OLD.last_date, OLD.max_count, OLD.reason, OLD.created_at)
    OR (OLD.state, NEW.state) NOT IN (
      ('PROPOSED', 'ACTIVE'), ('PROPOSED', 'ENDED'), ('ACTIVE', 'PAUSED'), ('PAUSED', 'ACTIVE'), ('ACTIVE', 'ENDED'), ('PAUSED', 'ENDED')
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
--> statement-breakpoint
CREATE TRIGGER "standing_orders_guarded" BEFORE INSERT OR UPDATE ON "standing_orders" FOR EACH ROW EXECUTE FUNCTION guard_standing_order();
--> statement-breakpoint
CREATE TRIGGER "standing_orders_kept" BEFORE DELETE ON "standing_orders" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "standing_orders_not_truncated" BEFORE TRUNCATE ON "standing_orders" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Two humans who can decide, neither of them the owner.
CREATE FUNCTION guard_standing_order_approval() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  ordered record;
BEGIN
  SELECT o.owner_id, o.state, o.created_at INTO ordered FROM public.standing_orders o WHERE o.id = NEW.order_id FOR UPDATE;
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
--> statement-breakpoint
CREATE TRIGGER "standing_order_approvals_guarded" BEFORE INSERT ON "standing_order_approvals" FOR EACH ROW EXECUTE FUNCTION guard_standing_order_approval();
--> statement-breakpoint
CREATE TRIGGER "standing_order_approvals_append_only" BEFORE UPDATE OR DELETE ON "standing_order_approvals" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "standing_order_approvals_not_truncated" BEFORE TRUNCATE ON "standing_order_approvals" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A date of an active order, as many as it allows, with a request of its owner or a reason.
CREATE FUNCTION guard_standing_order_date() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  ordered record;
BEGIN
  SELECT * INTO ordered FROM public.standing_orders o WHERE o.id = NEW.order_id FOR UPDATE;
  IF ordered.state IS NULL OR NEW.date NOT BETWEEN ordered.first_date AND ordered.last_date
    OR (SELECT count(*) FROM public.standing_order_dates WHERE order_id = NEW.order_id) >= ordered.max_count THEN
    RAISE EXCEPTION 'the standing order has no such date' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.request_id IS NOT NULL AND (ordered.state <> 'ACTIVE' OR NOT EXISTS (
    SELECT 1 FROM public.withdrawal_requests WHERE id = NEW.request_id AND maker_id = ordered.owner_id
  )) THEN
    RAISE EXCEPTION 'only an active standing order has requests, of its owner' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "standing_order_dates_guarded" BEFORE INSERT ON "standing_order_dates" FOR EACH ROW EXECUTE FUNCTION guard_standing_order_date();
--> statement-breakpoint
CREATE TRIGGER "standing_order_dates_append_only" BEFORE UPDATE OR DELETE ON "standing_order_dates" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "standing_order_dates_not_truncated" BEFORE TRUNCATE ON "standing_order_dates" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
