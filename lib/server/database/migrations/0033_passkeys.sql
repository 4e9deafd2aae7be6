-- Passkeys (docs/decisions/0035-passkeys-and-their-root.md): roots, the chain of signed statements under each, the
-- challenges that await an answer, and what is known of a passkey beside the key list.
CREATE TABLE "proof_challenges" (
	"nonce" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"person_id" uuid NOT NULL,
	"session_key" text NOT NULL,
	"statement" text NOT NULL,
	"content" text NOT NULL,
	"registration" text,
	"set_up_id" uuid,
	"issued_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	CONSTRAINT "proof_challenges_purpose" CHECK (purpose in ('register', 'sign'))
);
--> statement-breakpoint
CREATE TABLE "proof_entries" (
	"root" text NOT NULL,
	"position" bigint NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"person_id" uuid NOT NULL,
	"statement" text NOT NULL,
	"credential_id" text,
	"authenticator_data" text,
	"client_data_json" text,
	"signature" text,
	"content" text DEFAULT '' NOT NULL,
	"registration" text,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "proof_entries_root_position_pk" PRIMARY KEY("root","position"),
	CONSTRAINT "proof_entries_hash" UNIQUE("root","hash"),
	CONSTRAINT "proof_entries_statement" CHECK (octet_length(statement) between 1 and 4096),
	CONSTRAINT "proof_entries_signed" CHECK (num_nonnulls(credential_id, authenticator_data, client_data_json, signature) in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "proof_keys" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "proof_keys_name" CHECK (char_length(name) between 1 and 80)
);
--> statement-breakpoint
CREATE TABLE "proof_roots" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"document" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "proof_roots_fingerprint" CHECK (fingerprint = encode(sha256(convert_to(document, 'UTF8')), 'hex'))
);
--> statement-breakpoint
CREATE TABLE "proof_set_up_members" (
	"set_up_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"record" text NOT NULL,
	"registration" text NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"agreement" text,
	"agreed_at" timestamp with time zone,
	CONSTRAINT "proof_set_up_members_set_up_id_person_id_pk" PRIMARY KEY("set_up_id","person_id"),
	CONSTRAINT "proof_set_up_members_agreed" CHECK ((agreement is null) = (agreed_at is null))
);
--> statement-breakpoint
CREATE TABLE "proof_set_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"document" text,
	"ended_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "proof_set_ups_ended" CHECK ((ended_at is null) = (outcome is null)),
	CONSTRAINT "proof_set_ups_outcome" CHECK (outcome in ('agreed', 'cancelled', 'expired'))
);
--> statement-breakpoint
ALTER TABLE "proof_challenges" ADD CONSTRAINT "proof_challenges_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_challenges" ADD CONSTRAINT "proof_challenges_set_up_id_proof_set_ups_id_fk" FOREIGN KEY ("set_up_id") REFERENCES "public"."proof_set_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_entries" ADD CONSTRAINT "proof_entries_root_proof_roots_fingerprint_fk" FOREIGN KEY ("root") REFERENCES "public"."proof_roots"("fingerprint") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_entries" ADD CONSTRAINT "proof_entries_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_keys" ADD CONSTRAINT "proof_keys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_set_up_members" ADD CONSTRAINT "proof_set_up_members_set_up_id_proof_set_ups_id_fk" FOREIGN KEY ("set_up_id") REFERENCES "public"."proof_set_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_set_up_members" ADD CONSTRAINT "proof_set_up_members_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proof_challenges_ends" ON "proof_challenges" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "proof_entries_subject" ON "proof_entries" USING btree ("subject","position");--> statement-breakpoint
CREATE INDEX "proof_entries_person" ON "proof_entries" USING btree ("person_id","position");--> statement-breakpoint
CREATE INDEX "proof_keys_person" ON "proof_keys" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "proof_set_ups_open" ON "proof_set_ups" USING btree ((true)) WHERE ended_at is null;--> statement-breakpoint
CREATE TRIGGER "proof_roots_append_only" BEFORE UPDATE OR DELETE ON "proof_roots" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "proof_roots_not_truncated" BEFORE TRUNCATE ON "proof_roots" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "proof_entries_append_only" BEFORE UPDATE OR DELETE ON "proof_entries" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "proof_entries_not_truncated" BEFORE TRUNCATE ON "proof_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- An entry follows the newest one of its root, or the root itself. Whoever appends waits for the one before to commit.
CREATE FUNCTION check_proof_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  newest record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('proof_entries ' || NEW.root, 0));
  SELECT position, hash INTO newest FROM proof_entries WHERE root = NEW.root ORDER BY position DESC LIMIT 1;
  IF NEW.position <> coalesce(newest.position, 0) + 1 OR NEW.previous <> coalesce(newest.hash, NEW.root) THEN
    RAISE EXCEPTION 'a statement must follow the newest one of its chain' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "proof_entries_in_order" BEFORE INSERT ON "proof_entries" FOR EACH ROW EXECUTE FUNCTION check_proof_entry();
