-- Who ended a planned payment by hand, once: what it requested and still waits is approved no more. One that ended after
-- its last date has no row here.
CREATE TABLE "standing_order_ends" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "standing_order_ends" ADD CONSTRAINT "standing_order_ends_order_id_standing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."standing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_ends" ADD CONSTRAINT "standing_order_ends_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Those that were ended before, as the audit log has them.
INSERT INTO "standing_order_ends" ("order_id", "person_id", "reason", "at")
SELECT DISTINCT ON (o.id) o.id, a.actor_id, coalesce(a.entry::json ->> 'reason', ''), a.at
FROM "standing_orders" o JOIN "audit_log" a ON a.subject = 'standing-order:' || o.id AND a.action = 'planned.ended'
JOIN "people" p ON p.id = a.actor_id
WHERE o.state = 'ENDED'
ORDER BY o.id, a.seq;
--> statement-breakpoint
CREATE TRIGGER "standing_order_ends_append_only" BEFORE UPDATE OR DELETE ON "standing_order_ends" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "standing_order_ends_not_truncated" BEFORE TRUNCATE ON "standing_order_ends" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Whoever approved a planned payment first is judged once more when the last approval puts it in force. A trigger of its
-- own beside guard_standing_order, so that either can be replaced without the other.
CREATE FUNCTION guard_standing_order_approvers() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (
    SELECT count(*) FROM public.standing_order_approvals a JOIN public.people p ON p.id = a.person_id
    WHERE a.order_id = NEW.id AND p.roles && ARRAY['approver', 'admin'] AND NOT is_suspended(p.id)
  ) < 2 THEN
    RAISE EXCEPTION 'two people who can still decide approve a standing order' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "standing_orders_guarded_approvers" BEFORE UPDATE ON "standing_orders" FOR EACH ROW
WHEN (OLD.state = 'PROPOSED' AND NEW.state = 'ACTIVE') EXECUTE FUNCTION guard_standing_order_approvers();
