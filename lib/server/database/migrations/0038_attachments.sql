-- Files under a request. Their list (names, sizes, hashes) is part of the version and of what is signed; the bytes stand
-- in chunks of 256 kB, and are never sent to the service.
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer,
	"sha256" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_name" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "attachments_type" CHECK (type in ('application/pdf', 'image/png', 'image/jpeg')),
	CONSTRAINT "attachments_whole" CHECK ((size is null) = (sha256 is null)),
	CONSTRAINT "attachments_size" CHECK (size between 1 and 10485760),
	CONSTRAINT "attachments_sha256" CHECK (sha256 ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "attachment_chunks" (
	"attachment_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "attachment_chunks_attachment_id_position_pk" PRIMARY KEY("attachment_id","position"),
	CONSTRAINT "attachment_chunks_position" CHECK (position between 0 and 39),
	CONSTRAINT "attachment_chunks_bytes" CHECK (octet_length(bytes) between 1 and 262144)
);
--> statement-breakpoint
-- The content is compressed as it is.
ALTER TABLE "attachment_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE TABLE "request_attachments" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"position" integer NOT NULL,
	"attachment_id" uuid NOT NULL,
	CONSTRAINT "request_attachments_request_id_version_position_pk" PRIMARY KEY("request_id","version","position"),
	CONSTRAINT "request_attachments_file" UNIQUE("request_id","version","attachment_id"),
	CONSTRAINT "request_attachments_position" CHECK (position between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "request_versions" ADD COLUMN "attachments" text;--> statement-breakpoint
ALTER TABLE "request_versions" ADD CONSTRAINT "request_versions_attachments" CHECK (json_array_length(attachments::json) between 1 and 5);--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment_chunks" ADD CONSTRAINT "attachment_chunks_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_attachments" ADD CONSTRAINT "request_attachments_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_attachments" ADD CONSTRAINT "request_attachments_version" FOREIGN KEY ("request_id","version") REFERENCES "public"."request_versions"("request_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_person" ON "attachments" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "request_attachments_attachment" ON "request_attachments" USING btree ("attachment_id");--> statement-breakpoint
-- A file becomes whole once, with as many bytes as its chunks have.
CREATE FUNCTION guard_attachment() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.size IS NOT NULL OR NEW.size IS DISTINCT FROM (
    SELECT sum(octet_length(bytes)) FROM public.attachment_chunks WHERE attachment_id = NEW.id
  ) THEN
    RAISE EXCEPTION 'a stored file never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "attachments_stored_once" BEFORE UPDATE ON "attachments" FOR EACH ROW EXECUTE FUNCTION guard_attachment();
--> statement-breakpoint
CREATE TRIGGER "attachments_not_truncated" BEFORE TRUNCATE ON "attachments" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Chunks come before their file is whole, and go with it.
CREATE FUNCTION guard_attachment_chunk() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' AND EXISTS (SELECT 1 FROM public.attachments WHERE id = NEW.attachment_id AND size IS NOT NULL) THEN
    RAISE EXCEPTION 'a stored file never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM public.attachments WHERE id = OLD.attachment_id) THEN
    RAISE EXCEPTION 'a stored file never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
CREATE TRIGGER "attachment_chunks_guarded" BEFORE INSERT OR DELETE ON "attachment_chunks" FOR EACH ROW EXECUTE FUNCTION guard_attachment_chunk();
--> statement-breakpoint
CREATE TRIGGER "attachment_chunks_kept" BEFORE UPDATE ON "attachment_chunks" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "attachment_chunks_not_truncated" BEFORE TRUNCATE ON "attachment_chunks" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A version has the files that its list names, whole ones of its requester.
CREATE FUNCTION guard_request_attachment() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1
    FROM public.withdrawal_requests r
    JOIN public.request_versions v ON v.request_id = r.id AND v.version = NEW.version
    JOIN public.attachments a ON a.id = NEW.attachment_id AND a.person_id = r.maker_id
    WHERE r.id = NEW.request_id AND (v.attachments::jsonb -> (NEW.position - 1)) = jsonb_build_object(
      'name', a.name, 'sha256', a.sha256, 'size', a.size, 'type', a.type
    )
  ) THEN
    RAISE EXCEPTION 'a version has the files of its list' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "request_attachments_listed" BEFORE INSERT ON "request_attachments" FOR EACH ROW EXECUTE FUNCTION guard_request_attachment();
--> statement-breakpoint
CREATE TRIGGER "request_attachments_append_only" BEFORE UPDATE OR DELETE ON "request_attachments" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "request_attachments_not_truncated" BEFORE TRUNCATE ON "request_attachments" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
