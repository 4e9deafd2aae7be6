CREATE TABLE "audit_archives" (
	"first_seq" bigint PRIMARY KEY NOT NULL,
	"last_seq" bigint NOT NULL,
	"previous_hash" text NOT NULL,
	"last_hash" text NOT NULL,
	"file_name" text NOT NULL,
	"file_sha256" text NOT NULL,
	"archived_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_archives_range" CHECK (last_seq >= first_seq)
);
--> statement-breakpoint
CREATE TRIGGER "audit_archives_append_only" BEFORE UPDATE OR DELETE ON "audit_archives" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "audit_archives_not_truncated" BEFORE TRUNCATE ON "audit_archives" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Number of entries in a partition of the audit log, and so in one archive.
CREATE FUNCTION audit_range() RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT 5000000::bigint
$$;
--> statement-breakpoint
-- First number after the range of an entry: ranges are 1 to 5,000,000 and so on.
CREATE FUNCTION audit_range_end(entry bigint) RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT ((greatest(entry, 1) - 1) / audit_range() + 1) * audit_range() + 1
$$;
--> statement-breakpoint
-- The stored entries become the first partition as they are: nothing is copied, and the indexes are taken over. Where
-- npm run migrate has validated audit_log_range before (lib/server/database/prepare-audit-log.ts), no row is read either.
ALTER TABLE "audit_log" RENAME TO "audit_log_from_1";--> statement-breakpoint
ALTER INDEX "audit_log_pkey" RENAME TO "audit_log_from_1_pkey";--> statement-breakpoint
ALTER INDEX "audit_log_at" RENAME TO "audit_log_from_1_at";--> statement-breakpoint
ALTER INDEX "audit_log_action" RENAME TO "audit_log_from_1_action";--> statement-breakpoint
ALTER INDEX "audit_log_actor" RENAME TO "audit_log_from_1_actor";--> statement-breakpoint
ALTER INDEX "audit_log_subject" RENAME TO "audit_log_from_1_subject";--> statement-breakpoint
-- New: an action that a busy person never took is found absent at once. Built by npm run migrate, while others append.
CREATE INDEX IF NOT EXISTS "audit_log_from_1_actor_action" ON "audit_log_from_1" USING btree ("actor_id","action","seq");--> statement-breakpoint
ALTER TRIGGER "audit_log_not_truncated" ON "audit_log_from_1" RENAME TO "audit_log_from_1_not_truncated";--> statement-breakpoint
-- The one of the new table is copied to each partition.
DROP TRIGGER "audit_log_append_only" ON "audit_log_from_1";--> statement-breakpoint
CREATE TABLE "audit_log" (LIKE "audit_log_from_1") PARTITION BY RANGE ("seq");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_pkey" PRIMARY KEY ("seq");--> statement-breakpoint
-- As before for new entries only (migration 0022).
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_columns" CHECK (starts_with(
  entry,
  '{"action":' || to_json(action)::text || ',"subject":' || to_json(subject)::text || ',"actor":'
    || coalesce('{"id":"' || actor_id::text || '",', 'null')
)) NOT VALID;
--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor_action" ON "audit_log" USING btree ("actor_id","action","seq");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","seq");--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "audit_log_not_truncated" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Adds the last partition, which takes every entry from a number on: an append never lacks its partition.
CREATE FUNCTION audit_add_last(first_seq bigint) RETURNS text LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  added text := 'audit_log_from_' || first_seq;
BEGIN
  EXECUTE format('CREATE TABLE public.%I PARTITION OF public.audit_log FOR VALUES FROM (%s) TO (MAXVALUE)', added, first_seq);
  EXECUTE format(
    'CREATE TRIGGER %I BEFORE TRUNCATE ON public.%I FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change()',
    added || '_not_truncated', added
  );
  RETURN added;
END $$;
--> statement-breakpoint
-- Gives the last partition its end once the log has come within half a range of its beginning, and adds the next. So it
-- is empty when that happens, and a call that is late only has entries to look through. Returns the added partition; null
-- where it is too early, or another process is doing the same. Appends wait meanwhile: milliseconds, or half a second
-- where somebody reads for longer; then it fails and the next call tries again.
CREATE FUNCTION audit_extend() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  last_name text;
  last_start bigint;
  reached bigint;
  range_end bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('audit partitions', 0)) THEN
    RETURN NULL;
  END IF;
  SELECT c.relname, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \(''?(\d+)''?\)')::bigint
  INTO STRICT last_name, last_start
  FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
  WHERE inhparent = 'public.audit_log'::regclass AND pg_get_expr(c.relpartbound, c.oid) LIKE '%TO (MAXVALUE)';
  SELECT seq + audit_range() / 2 INTO STRICT reached FROM audit_head;
  IF reached < last_start THEN
    RETURN NULL;
  END IF;
  range_end := audit_range_end(greatest(reached, last_start));
  EXECUTE format('ALTER TABLE public.audit_log DETACH PARTITION public.%I', last_name);
  EXECUTE format(
    'ALTER TABLE public.audit_log ATTACH PARTITION public.%I FOR VALUES FROM (%s) TO (%s)', last_name, last_start, range_end
  );
  RETURN audit_add_last(range_end);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION audit_add_last(bigint), audit_extend() FROM PUBLIC;
--> statement-breakpoint
DO $$
DECLARE
  range_end bigint;
  granted record;
BEGIN
  SELECT substring(pg_get_constraintdef(oid) FROM 'seq < ''?(\d+)')::bigint INTO range_end FROM pg_constraint
  WHERE conrelid = 'public.audit_log_from_1'::regclass AND conname = 'audit_log_range' AND convalidated;
  IF range_end IS NULL THEN
    SELECT audit_range_end(seq + audit_range() / 2) INTO STRICT range_end FROM audit_head;
  END IF;
  EXECUTE format('ALTER TABLE public.audit_log ATTACH PARTITION public.audit_log_from_1 FOR VALUES FROM (1) TO (%s)', range_end);
  ALTER TABLE public.audit_log_from_1 DROP CONSTRAINT IF EXISTS audit_log_range;
  PERFORM audit_add_last(range_end);
  -- A console of the version before goes on while this runs. Partitions need no rights: they are read and written
  -- through the table.
  FOR granted IN
    SELECT privilege_type, pg_get_userbyid(grantee) AS role FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid = 'public.audit_log_from_1'::regclass AND grantee NOT IN (0, relowner)
  LOOP
    EXECUTE format('GRANT %s ON public.audit_log TO %I', granted.privilege_type, granted.role);
    EXECUTE format('REVOKE ALL ON public.audit_log_from_1 FROM %I', granted.role);
  END LOOP;
END $$;
