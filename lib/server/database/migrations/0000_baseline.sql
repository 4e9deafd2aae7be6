CREATE TABLE "attachment_chunks" (
	"attachment_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "attachment_chunks_attachment_id_position_pk" PRIMARY KEY("attachment_id","position"),
	CONSTRAINT "attachment_chunks_position" CHECK (position between 0 and 39),
	CONSTRAINT "attachment_chunks_bytes" CHECK (octet_length(bytes) between 1 and 262144)
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer,
	"sha256" text,
	"marks" text[] DEFAULT '{}'::text[] NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_name" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "attachments_type" CHECK (type in ('application/pdf', 'image/png', 'image/jpeg')),
	CONSTRAINT "attachments_whole" CHECK ((size is null) = (sha256 is null)),
	CONSTRAINT "attachments_size" CHECK (size between 1 and 10485760),
	CONSTRAINT "attachments_sha256" CHECK (sha256 ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "attachments_marks" CHECK (cardinality(marks) <= 20)
);
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
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_head_single" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"subject" text NOT NULL,
	"entry" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_log_columns" CHECK (starts_with(entry, '{"action":' || to_json(action)::text || ',"subject":' || to_json(subject)::text
        || ',"actor":' || coalesce('{"id":"' || actor_id::text || '",', 'null')))
);
--> statement-breakpoint
CREATE TABLE "case_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transfer_id" text collate "C" NOT NULL,
	"person_id" uuid NOT NULL,
	"note" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "case_notes_length" CHECK (char_length(note) between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "problem_settlements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "problem_settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transfer_id" text collate "C" NOT NULL,
	"event" text NOT NULL,
	"problem" text NOT NULL,
	"person_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "problem_settlements_event" CHECK (event in ('SETTLED', 'REOPENED')),
	CONSTRAINT "problem_settlements_reason" CHECK (char_length(reason) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "request_comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "request_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"question_id" bigint,
	"body" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "request_comments_kind" CHECK (kind in ('COMMENT', 'QUESTION', 'ANSWER', 'WITHDRAWN')),
	CONSTRAINT "request_comments_question" CHECK ((kind in ('ANSWER', 'WITHDRAWN')) = (question_id is not null)),
	CONSTRAINT "request_comments_body" CHECK (case when kind = 'WITHDRAWN' then body = '' else char_length(body) between 1 and 1000 end)
);
--> statement-breakpoint
CREATE TABLE "transfer_watches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transfer_watches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" uuid NOT NULL,
	"transfer_id" text collate "C",
	"request_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "transfer_watches_one" CHECK (num_nonnulls(transfer_id, request_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "approval_withdrawals" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"withdrawn_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "approval_withdrawals_request_id_version_person_id_pk" PRIMARY KEY("request_id","version","person_id")
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"requester_id" uuid NOT NULL,
	"body_sha256" text NOT NULL,
	"verdict" text NOT NULL,
	"chosen_address" text,
	"comment" text DEFAULT '' NOT NULL,
	"roles" text[] NOT NULL,
	"groups" text[] DEFAULT '{}' NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delegation_id" uuid,
	"for_person_id" uuid,
	CONSTRAINT "decisions_request_id_version_person_id_pk" PRIMARY KEY("request_id","version","person_id"),
	CONSTRAINT "decisions_for" CHECK ((delegation_id is null) = (for_person_id is null) and for_person_id <> requester_id and for_person_id <> person_id),
	CONSTRAINT "decisions_not_own" CHECK (person_id <> requester_id),
	CONSTRAINT "decisions_verdict" CHECK (verdict in ('APPROVED', 'REJECTED'))
);
--> statement-breakpoint
CREATE TABLE "delegations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delegator_id" uuid NOT NULL,
	"delegate_id" uuid NOT NULL,
	"role" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" uuid,
	CONSTRAINT "delegations_people" UNIQUE("id","delegator_id","delegate_id"),
	CONSTRAINT "delegations_two" CHECK (delegator_id <> delegate_id),
	CONSTRAINT "delegations_role" CHECK (role in ('approver', 'admin')),
	CONSTRAINT "delegations_span" CHECK (ends_at > starts_at and ends_at <= starts_at + interval '90 days'),
	CONSTRAINT "delegations_reason" CHECK (char_length(reason) between 1 and 500),
	CONSTRAINT "delegations_ended" CHECK ((ended_at is null) = (ended_by is null))
);
--> statement-breakpoint
CREATE TABLE "hasty_decisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hasty_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"shown_ms" integer,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "hasty_decisions_reason" CHECK (reason in ('shown-briefly', 'many-in-a-minute')),
	CONSTRAINT "hasty_decisions_shown" CHECK (shown_ms >= 0)
);
--> statement-breakpoint
CREATE TABLE "mirror_changes" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"transfer_id" text collate "C" NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"before" jsonb NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "mirror_listed" (
	"purpose" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"id" text collate "C" NOT NULL,
	CONSTRAINT "mirror_listed_purpose_started_at_id_pk" PRIMARY KEY("purpose","started_at","id"),
	CONSTRAINT "mirror_listed_purpose" CHECK (purpose in ('mirror', 'search'))
);
--> statement-breakpoint
CREATE TABLE "mirror_quarantine" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"item" text NOT NULL,
	"reason" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mirror_sync" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"state" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mirror_sync_single" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "mirror_totals" (
	"asset" text collate "C" NOT NULL,
	"network" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"direction" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"secondary_status" text collate "C" NOT NULL,
	"profile_id" text collate "C" NOT NULL,
	"has_problem" boolean NOT NULL,
	"transfers" bigint NOT NULL,
	"amount" numeric NOT NULL,
	"total" numeric NOT NULL,
	"fee" numeric NOT NULL,
	"balance_asset" text collate "C" NOT NULL,
	"without_total" bigint NOT NULL,
	"notional" numeric NOT NULL,
	"notional_transfers" bigint NOT NULL,
	CONSTRAINT "mirror_totals_kind" PRIMARY KEY("asset","network","type","direction","status","secondary_status","profile_id","has_problem","balance_asset")
);
--> statement-breakpoint
CREATE TABLE "mirror_transfers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"record" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"amount" numeric,
	"total" numeric,
	"fee" numeric,
	"asset" text collate "C" NOT NULL,
	"network" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"direction" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"secondary_status" text collate "C" NOT NULL,
	"profile_id" text collate "C" NOT NULL,
	"has_problem" boolean NOT NULL,
	"is_settled" boolean DEFAULT false NOT NULL,
	"ref_key" text collate "C",
	"hash_key" text collate "C",
	"address_key" text collate "C",
	"group_key" text collate "C",
	"read_at" timestamp with time zone NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"check_at" timestamp with time zone,
	"gone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "read_budget" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"throttled_until" timestamp with time zone,
	"throttled_at" timestamp with time zone,
	"reads" bigint DEFAULT 0 NOT NULL,
	"throttled" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "read_budget_single" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "replica_heartbeats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"person_id" uuid NOT NULL,
	"list" text DEFAULT 'transfers' NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_person_id_list_name_pk" PRIMARY KEY("person_id","list","name"),
	CONSTRAINT "saved_views_list" CHECK (list in ('transfers', 'withdrawals'))
);
--> statement-breakpoint
CREATE TABLE "notice_deliveries" (
	"notice_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failure" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "notice_deliveries_notice_id_person_id_channel_pk" PRIMARY KEY("notice_id","person_id","channel"),
	CONSTRAINT "notice_deliveries_channel" CHECK (channel in ('mail')),
	CONSTRAINT "notice_deliveries_state" CHECK (state in ('QUEUED', 'SENT', 'DEAD')),
	CONSTRAINT "notice_deliveries_ended" CHECK ((state = 'QUEUED') = (ended_at is null))
);
--> statement-breakpoint
CREATE TABLE "notice_hours" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"quiet_from" smallint,
	"quiet_until" smallint,
	CONSTRAINT "notice_hours_hours" CHECK (num_nonnulls(quiet_from, quiet_until) in (0, 2) and quiet_from between 0 and 23 and quiet_until between 0 and 23 and quiet_from <> quiet_until)
);
--> statement-breakpoint
CREATE TABLE "notice_preferences" (
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	CONSTRAINT "notice_preferences_person_id_kind_pk" PRIMARY KEY("person_id","kind"),
	CONSTRAINT "notice_preferences_mode" CHECK (mode in ('at-once', 'hourly', 'daily', 'off'))
);
--> statement-breakpoint
CREATE TABLE "notice_progress" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"audit_seq" bigint NOT NULL,
	CONSTRAINT "notice_progress_one" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"asset" text,
	"amount" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "notices_source" UNIQUE("source"),
	CONSTRAINT "notices_path" CHECK (path like '/%' and path not like '//%')
);
--> statement-breakpoint
CREATE TABLE "target_deliveries" (
	"notice_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failure" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "target_deliveries_notice_id_target_id_pk" PRIMARY KEY("notice_id","target_id"),
	CONSTRAINT "target_deliveries_state" CHECK (state in ('QUEUED', 'SENT', 'DEAD')),
	CONSTRAINT "target_deliveries_ended" CHECK ((state = 'QUEUED') = (ended_at is null))
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"person_claim" text,
	"claimed_groups" text[] DEFAULT '{}' NOT NULL,
	"identity_keys" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_issuer_subject" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"spent_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refusals" (
	"key" text PRIMARY KEY NOT NULL,
	"entry" json NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unwritten" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"roles" text[] NOT NULL,
	"authenticated_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"address" text,
	"agent" text
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" uuid NOT NULL,
	"roles" text[] NOT NULL,
	"identity_keys" text[] NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delegation_signatures" (
	"delegation_id" uuid PRIMARY KEY NOT NULL,
	"root" text NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
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
	CONSTRAINT "proof_challenges_purpose" CHECK (purpose in ('register', 'sign', 'decision'))
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
CREATE TABLE "proposal_signatures" (
	"proposal_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"root" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "proposal_signatures_proposal_id_person_id_pk" PRIMARY KEY("proposal_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "request_signatures" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"root" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "request_signatures_request_id_version_pk" PRIMARY KEY("request_id","version")
);
--> statement-breakpoint
CREATE TABLE "vote_signatures" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"root" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "vote_signatures_request_id_version_person_id_pk" PRIMARY KEY("request_id","version","person_id")
);
--> statement-breakpoint
CREATE TABLE "person_suspensions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "person_suspensions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" uuid NOT NULL,
	"event" text NOT NULL,
	"by_person_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"proposal_id" uuid,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "person_suspensions_event" CHECK (event in ('SUSPENDED', 'LIFTED')),
	CONSTRAINT "person_suspensions_not_own" CHECK (by_person_id <> person_id),
	CONSTRAINT "person_suspensions_two_lift" CHECK ((event = 'LIFTED') = (proposal_id is not null))
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"payload" json NOT NULL,
	"comment" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"decision_comment" text DEFAULT '' NOT NULL,
	"analysis" json,
	CONSTRAINT "proposals_kind" CHECK (kind in ('policy', 'registry', 'external-profiles', 'profile-names', 'notification-targets', 'profile-rights', 'approver-groups', 'recipient', 'resume-sending', 'resolve-send', 'lift-suspension', 'known-transfers')),
	CONSTRAINT "proposals_state" CHECK (state in ('OPEN', 'CONFIRMED', 'DECLINED', 'WITHDRAWN', 'VOID')),
	CONSTRAINT "proposals_two_people" CHECK (state <> 'CONFIRMED' or (decided_by is not null and decided_by <> proposed_by))
);
--> statement-breakpoint
CREATE TABLE "known_addresses" (
	"family" text NOT NULL,
	"address" text NOT NULL,
	"signature" text[] NOT NULL,
	"network" text NOT NULL,
	"last_paid_at" timestamp with time zone,
	"known_since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_addresses_family_address_pk" PRIMARY KEY("family","address")
);
--> statement-breakpoint
CREATE TABLE "recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text DEFAULT 'ACTIVE' NOT NULL,
	"name" text NOT NULL,
	"network" text NOT NULL,
	"address" text NOT NULL,
	"memo" text,
	"recipient_key" text NOT NULL,
	"normal_address" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"profiles" text[] DEFAULT '{}' NOT NULL,
	"beneficiary" json,
	"owner_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recipients_state" CHECK (state in ('ACTIVE', 'RETIRED')),
	CONSTRAINT "recipients_beneficiary" CHECK (beneficiary IS NULL OR json_typeof(beneficiary) = 'object')
);
--> statement-breakpoint
CREATE TABLE "batch_progress" (
	"batch_key" uuid PRIMARY KEY NOT NULL,
	"requester_id" uuid NOT NULL,
	"done" integer NOT NULL,
	"count" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_payment_confirmations" (
	"bundle_id" uuid PRIMARY KEY NOT NULL,
	"confirmed_by" uuid NOT NULL,
	"comment" text NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_follow_ups" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"follows_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_follow_ups_follows" UNIQUE("follows_id"),
	CONSTRAINT "request_follow_ups_not_itself" CHECK (request_id <> follows_id)
);
--> statement-breakpoint
CREATE TABLE "bundles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"requester_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"form_key" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bundles_form_key" UNIQUE("form_key"),
	CONSTRAINT "bundles_kind" CHECK (kind in ('test-payment', 'batch'))
);
--> statement-breakpoint
CREATE TABLE "request_versions" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"form_key" uuid NOT NULL,
	"body" "bytea" NOT NULL,
	"body_sha256" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"attachments" text,
	"recipient_key" text NOT NULL,
	"policy_version" integer NOT NULL,
	"policy_kind" text GENERATED ALWAYS AS ('policy') STORED,
	"rule_number" integer NOT NULL,
	"required_approvals" integer NOT NULL,
	"required_role" text NOT NULL,
	"required_groups" json DEFAULT '[]'::json NOT NULL,
	"facts" json NOT NULL,
	"address_entry" text,
	"recipient_id" uuid,
	"checks" json,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "request_versions_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"not_before" timestamp with time zone,
	"counts_at" timestamp with time zone GENERATED ALWAYS AS (coalesce(not_before, created_at)) STORED NOT NULL,
	"asset" text collate "C" GENERATED ALWAYS AS (request_member(body, 'asset')) STORED NOT NULL,
	"network" text collate "C" GENERATED ALWAYS AS (request_member(body, 'crypto_network')) STORED NOT NULL,
	"profile_id" text collate "C" GENERATED ALWAYS AS (request_member(body, 'profile_id')) STORED NOT NULL,
	"fixed_asset" text collate "C" GENERATED ALWAYS AS (request_fixed_asset(body)) STORED NOT NULL,
	"fixed_amount" numeric GENERATED ALWAYS AS (request_fixed_amount(body)) STORED NOT NULL,
	CONSTRAINT "request_versions_request_id_version_pk" PRIMARY KEY("request_id","version"),
	CONSTRAINT "request_versions_form_key" UNIQUE("form_key"),
	CONSTRAINT "request_versions_hash" UNIQUE("request_id","version","body_sha256"),
	CONSTRAINT "request_versions_sha256" CHECK (body_sha256 = encode(sha256(body), 'hex')),
	CONSTRAINT "request_versions_attachments" CHECK (json_array_length(attachments::json) between 1 and 5),
	CONSTRAINT "request_versions_required" CHECK (required_approvals between 0 and 250),
	CONSTRAINT "request_versions_at_least_one" CHECK (required_approvals >= 1)
);
--> statement-breakpoint
CREATE TABLE "returned_dismissals" (
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returned_dismissals_request_id_version_pk" PRIMARY KEY("request_id","version")
);
--> statement-breakpoint
CREATE TABLE "withdrawal_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ref_id" text NOT NULL,
	"requester_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"bundle_id" uuid,
	"bundle_position" integer,
	"epoch" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withdrawal_requests_ref_id" UNIQUE("ref_id"),
	CONSTRAINT "withdrawal_requests_requester" UNIQUE("id","requester_id"),
	CONSTRAINT "withdrawal_requests_state" CHECK (state in ('DRAFT', 'AWAITING_APPROVAL', 'APPROVED', 'SENT', 'REJECTED', 'EXPIRED', 'CANCELLED')),
	CONSTRAINT "withdrawal_requests_bundled" CHECK ((bundle_id is null) = (bundle_position is null))
);
--> statement-breakpoint
CREATE TABLE "console_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"send_settings" jsonb NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restore_epochs" (
	"number" integer PRIMARY KEY NOT NULL,
	"restored_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"audit_seq" bigint NOT NULL,
	"audit_hash" text NOT NULL,
	CONSTRAINT "restore_epochs_number" CHECK (number > 0)
);
--> statement-breakpoint
CREATE TABLE "send_attempts" (
	"request_id" uuid NOT NULL,
	"fence" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"reason" text,
	"evidence" json,
	"proof_head" text,
	CONSTRAINT "send_attempts_request_id_fence_pk" PRIMARY KEY("request_id","fence")
);
--> statement-breakpoint
CREATE TABLE "sends" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_ambiguous" boolean DEFAULT false NOT NULL,
	"posts" integer DEFAULT 0 NOT NULL,
	"misses" integer DEFAULT 0 NOT NULL,
	"reconcile_at" timestamp with time zone,
	"last_walk" json,
	"hold" json,
	"postponed_reason" text,
	"closed_at" timestamp with time zone,
	"alarm" text,
	"cost" json,
	"cost_alarm" text,
	"is_cost_due" boolean DEFAULT false NOT NULL,
	"unconfirmed_fields" text[],
	"transfer_id" text,
	"transfer" json,
	"transfer_status" text,
	"transfer_seen_at" timestamp with time zone,
	"track_at" timestamp with time zone,
	"track_count" integer DEFAULT 0 NOT NULL,
	"is_remembered" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sends_state" CHECK (state in ('QUEUED', 'SENDING', 'ACCEPTED', 'REFUSED', 'UNKNOWN', 'HOLD'))
);
--> statement-breakpoint
CREATE TABLE "stop_switch" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stop_switch_single" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "worker_leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"lease_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_versions" (
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"value" json NOT NULL,
	"proposal_id" uuid,
	"active_from" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "setting_versions_kind_version_pk" PRIMARY KEY("kind","version"),
	CONSTRAINT "setting_versions_at_least_one" CHECK (kind <> 'policy' or not jsonb_path_exists(value::jsonb, '$[*].then ? (@.kind == "approve" && (!(@.count >= 1) || (@.count >= 1) is unknown))')),
	CONSTRAINT "setting_versions_kind" CHECK (kind in ('policy', 'registry', 'external-profiles', 'profile-names', 'notification-targets', 'profile-rights', 'approver-groups'))
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
CREATE TABLE "standing_order_ends" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"title" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"form" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "templates_title_of_person" UNIQUE("person_id","title"),
	CONSTRAINT "templates_title" CHECK (char_length(title) between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "transfer_alarms" (
	"transfer_id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"request_id" uuid,
	"detail" json NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"known_by" uuid,
	CONSTRAINT "transfer_alarms_kind" CHECK (kind in ('foreign', 'reference', 'unaudited')),
	CONSTRAINT "transfer_alarms_request" CHECK ((kind = 'foreign') = (request_id is null))
);
--> statement-breakpoint
CREATE TABLE "transfer_watch" (
	"transfer_id" text collate "C" PRIMARY KEY NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"foreign_since" timestamp with time zone,
	"recorded_until" text collate "C" DEFAULT '',
	CONSTRAINT "watch_state_single" CHECK (id = 1)
);
--> statement-breakpoint
ALTER TABLE "attachment_chunks" ADD CONSTRAINT "attachment_chunks_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_attachments" ADD CONSTRAINT "request_attachments_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_attachments" ADD CONSTRAINT "request_attachments_version" FOREIGN KEY ("request_id","version") REFERENCES "public"."request_versions"("request_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_settlements" ADD CONSTRAINT "problem_settlements_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_comments" ADD CONSTRAINT "request_comments_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_comments" ADD CONSTRAINT "request_comments_version" FOREIGN KEY ("request_id","version") REFERENCES "public"."request_versions"("request_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_comments" ADD CONSTRAINT "request_comments_answered" FOREIGN KEY ("question_id") REFERENCES "public"."request_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_watches" ADD CONSTRAINT "transfer_watches_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_watches" ADD CONSTRAINT "transfer_watches_request_id_withdrawal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_withdrawals" ADD CONSTRAINT "approval_withdrawals_decision" FOREIGN KEY ("request_id","version","person_id") REFERENCES "public"."decisions"("request_id","version","person_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_delegation" FOREIGN KEY ("delegation_id","for_person_id","person_id") REFERENCES "public"."delegations"("id","delegator_id","delegate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_requester" FOREIGN KEY ("request_id","requester_id") REFERENCES "public"."withdrawal_requests"("id","requester_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_bytes" FOREIGN KEY ("request_id","version","body_sha256") REFERENCES "public"."request_versions"("request_id","version","body_sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_delegator_id_people_id_fk" FOREIGN KEY ("delegator_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_delegate_id_people_id_fk" FOREIGN KEY ("delegate_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_ended_by_people_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hasty_decisions" ADD CONSTRAINT "hasty_decisions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_hours" ADD CONSTRAINT "notice_hours_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_deliveries" ADD CONSTRAINT "target_deliveries_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegation_signatures" ADD CONSTRAINT "delegation_signatures_delegation_id_delegations_id_fk" FOREIGN KEY ("delegation_id") REFERENCES "public"."delegations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegation_signatures" ADD CONSTRAINT "delegation_signatures_entry" FOREIGN KEY ("root","position") REFERENCES "public"."proof_entries"("root","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_challenges" ADD CONSTRAINT "proof_challenges_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_challenges" ADD CONSTRAINT "proof_challenges_set_up_id_proof_set_ups_id_fk" FOREIGN KEY ("set_up_id") REFERENCES "public"."proof_set_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_entries" ADD CONSTRAINT "proof_entries_root_proof_roots_fingerprint_fk" FOREIGN KEY ("root") REFERENCES "public"."proof_roots"("fingerprint") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_entries" ADD CONSTRAINT "proof_entries_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_keys" ADD CONSTRAINT "proof_keys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_set_up_members" ADD CONSTRAINT "proof_set_up_members_set_up_id_proof_set_ups_id_fk" FOREIGN KEY ("set_up_id") REFERENCES "public"."proof_set_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_set_up_members" ADD CONSTRAINT "proof_set_up_members_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_signatures" ADD CONSTRAINT "proposal_signatures_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_signatures" ADD CONSTRAINT "proposal_signatures_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_signatures" ADD CONSTRAINT "proposal_signatures_entry" FOREIGN KEY ("root","position") REFERENCES "public"."proof_entries"("root","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_signatures" ADD CONSTRAINT "request_signatures_version" FOREIGN KEY ("request_id","version") REFERENCES "public"."request_versions"("request_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_signatures" ADD CONSTRAINT "request_signatures_entry" FOREIGN KEY ("root","position") REFERENCES "public"."proof_entries"("root","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_signatures" ADD CONSTRAINT "vote_signatures_vote" FOREIGN KEY ("request_id","version","person_id") REFERENCES "public"."decisions"("request_id","version","person_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_signatures" ADD CONSTRAINT "vote_signatures_entry" FOREIGN KEY ("root","position") REFERENCES "public"."proof_entries"("root","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_suspensions" ADD CONSTRAINT "person_suspensions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_suspensions" ADD CONSTRAINT "person_suspensions_by_person_id_people_id_fk" FOREIGN KEY ("by_person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_suspensions" ADD CONSTRAINT "person_suspensions_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_proposed_by_people_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decided_by_people_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_payment_confirmations" ADD CONSTRAINT "test_payment_confirmations_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_payment_confirmations" ADD CONSTRAINT "test_payment_confirmations_confirmed_by_people_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_follow_ups" ADD CONSTRAINT "request_follow_ups_request_id_withdrawal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_follow_ups" ADD CONSTRAINT "request_follow_ups_follows_id_withdrawal_requests_id_fk" FOREIGN KEY ("follows_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_requester_id_people_id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_versions" ADD CONSTRAINT "request_versions_request_id_withdrawal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_versions" ADD CONSTRAINT "request_versions_policy" FOREIGN KEY ("policy_kind","policy_version") REFERENCES "public"."setting_versions"("kind","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_versions" ADD CONSTRAINT "request_versions_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_dismissals" ADD CONSTRAINT "returned_dismissals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_dismissals" ADD CONSTRAINT "returned_dismissals_version" FOREIGN KEY ("request_id","version") REFERENCES "public"."request_versions"("request_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD CONSTRAINT "withdrawal_requests_requester_id_people_id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD CONSTRAINT "withdrawal_requests_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "send_attempts" ADD CONSTRAINT "send_attempts_request_id_sends_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."sends"("request_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sends" ADD CONSTRAINT "sends_request_id_withdrawal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_switch" ADD CONSTRAINT "stop_switch_changed_by_people_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setting_versions" ADD CONSTRAINT "setting_versions_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_approvals" ADD CONSTRAINT "standing_order_approvals_order_id_standing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."standing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_approvals" ADD CONSTRAINT "standing_order_approvals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_dates" ADD CONSTRAINT "standing_order_dates_order_id_standing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."standing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_dates" ADD CONSTRAINT "standing_order_dates_request_id_withdrawal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_ends" ADD CONSTRAINT "standing_order_ends_order_id_standing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."standing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_ends" ADD CONSTRAINT "standing_order_ends_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_orders" ADD CONSTRAINT "standing_orders_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_alarms" ADD CONSTRAINT "transfer_alarms_request_id_withdrawal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_alarms" ADD CONSTRAINT "transfer_alarms_known_by_proposals_id_fk" FOREIGN KEY ("known_by") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_person" ON "attachments" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "request_attachments_attachment" ON "request_attachments" USING btree ("attachment_id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor_action" ON "audit_log" USING btree ("actor_id","action","seq");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","seq");--> statement-breakpoint
CREATE INDEX "case_notes_transfer" ON "case_notes" USING btree ("transfer_id","id");--> statement-breakpoint
CREATE INDEX "case_notes_text" ON "case_notes" USING gin (fold_case(note) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "problem_settlements_transfer" ON "problem_settlements" USING btree ("transfer_id","id");--> statement-breakpoint
CREATE INDEX "request_comments_request" ON "request_comments" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "request_comments_of_question" ON "request_comments" USING btree ("question_id") WHERE question_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_watches_transfer" ON "transfer_watches" USING btree ("person_id","transfer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_watches_request" ON "transfer_watches" USING btree ("person_id","request_id");--> statement-breakpoint
CREATE INDEX "decisions_person" ON "decisions" USING btree ("person_id","decided_at");--> statement-breakpoint
CREATE INDEX "delegations_delegator" ON "delegations" USING btree ("delegator_id","ends_at");--> statement-breakpoint
CREATE INDEX "delegations_delegate" ON "delegations" USING btree ("delegate_id","ends_at");--> statement-breakpoint
CREATE INDEX "hasty_decisions_at" ON "hasty_decisions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "mirror_changes_transfer" ON "mirror_changes" USING btree ("transfer_id","seq");--> statement-breakpoint
CREATE INDEX "mirror_transfers_created" ON "mirror_transfers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_updated" ON "mirror_transfers" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_amount" ON "mirror_transfers" USING btree (coalesce(amount, -1),"id");--> statement-breakpoint
CREATE INDEX "mirror_transfers_total" ON "mirror_transfers" USING btree ("total");--> statement-breakpoint
CREATE INDEX "mirror_transfers_asset" ON "mirror_transfers" USING btree ("asset","created_at");--> statement-breakpoint
CREATE INDEX "mirror_transfers_withdrawn" ON "mirror_transfers" USING btree ("asset","created_at") WHERE type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT';--> statement-breakpoint
CREATE INDEX "mirror_transfers_priced" ON "mirror_transfers" USING btree ("asset","created_at") WHERE type in ('CRYPTO_WITHDRAWAL', 'CRYPTO_DEPOSIT') and status = 'COMPLETED' and record->>'notional_value' ~ '^0*[1-9][0-9]+([.][0-9]+)?$' and length(record->>'notional_value') <= 60 and amount + coalesce(fee, 0) > 0;--> statement-breakpoint
CREATE INDEX "mirror_transfers_network" ON "mirror_transfers" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "mirror_transfers_type" ON "mirror_transfers" USING btree ("type","created_at");--> statement-breakpoint
CREATE INDEX "mirror_transfers_status" ON "mirror_transfers" USING btree ("status","created_at") WHERE status <> 'COMPLETED';--> statement-breakpoint
CREATE INDEX "mirror_transfers_profile" ON "mirror_transfers" USING btree ("profile_id","created_at");--> statement-breakpoint
CREATE INDEX "mirror_transfers_secondary" ON "mirror_transfers" USING btree ("secondary_status","created_at","id") WHERE secondary_status <> '';--> statement-breakpoint
CREATE INDEX "mirror_transfers_problem" ON "mirror_transfers" USING btree ("created_at","id") WHERE has_problem;--> statement-breakpoint
CREATE INDEX "mirror_transfers_unsettled" ON "mirror_transfers" USING btree ("created_at","id") WHERE has_problem and not is_settled;--> statement-breakpoint
CREATE INDEX "mirror_transfers_ref" ON "mirror_transfers" USING btree ("ref_key");--> statement-breakpoint
CREATE INDEX "mirror_transfers_hash" ON "mirror_transfers" USING btree ("hash_key");--> statement-breakpoint
CREATE INDEX "mirror_transfers_address" ON "mirror_transfers" USING btree ("address_key","created_at");--> statement-breakpoint
CREATE INDEX "mirror_transfers_hash_end" ON "mirror_transfers" USING btree (reverse("right"(hash_key, 12)));--> statement-breakpoint
CREATE INDEX "mirror_transfers_address_end" ON "mirror_transfers" USING btree (reverse(address_key));--> statement-breakpoint
CREATE INDEX "mirror_transfers_group" ON "mirror_transfers" USING btree ("group_key");--> statement-breakpoint
CREATE INDEX "mirror_transfers_check" ON "mirror_transfers" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "mirror_transfers_text" ON "mirror_transfers" USING gin (mirror_text(record) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notice_deliveries_due" ON "notice_deliveries" USING btree ("person_id","due_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "notice_deliveries_sent" ON "notice_deliveries" USING btree ("person_id","ended_at") WHERE state = 'SENT';--> statement-breakpoint
CREATE INDEX "notice_deliveries_dead" ON "notice_deliveries" USING btree ("ended_at") WHERE state = 'DEAD';--> statement-breakpoint
CREATE INDEX "notices_at" ON "notices" USING btree ("at");--> statement-breakpoint
CREATE INDEX "target_deliveries_due" ON "target_deliveries" USING btree ("target_id","due_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "target_deliveries_ended" ON "target_deliveries" USING btree ("target_id","ended_at") WHERE state <> 'QUEUED';--> statement-breakpoint
CREATE INDEX "people_identity_keys" ON "people" USING gin ("identity_keys");--> statement-breakpoint
CREATE INDEX "people_name_key" ON "people" USING btree (name_key(name));--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_not_ended" ON "sessions" USING btree ("created_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "sign_ins_person" ON "sign_ins" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "sign_ins_identity_keys" ON "sign_ins" USING gin ("identity_keys");--> statement-breakpoint
CREATE INDEX "delegation_signatures_entry" ON "delegation_signatures" USING btree ("root","position");--> statement-breakpoint
CREATE INDEX "proof_challenges_ends" ON "proof_challenges" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "proof_entries_subject" ON "proof_entries" USING btree ("subject","position");--> statement-breakpoint
CREATE INDEX "proof_entries_person" ON "proof_entries" USING btree ("person_id","position");--> statement-breakpoint
CREATE INDEX "proof_keys_person" ON "proof_keys" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "proof_set_ups_open" ON "proof_set_ups" USING btree ((true)) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "proposal_signatures_entry" ON "proposal_signatures" USING btree ("root","position");--> statement-breakpoint
CREATE INDEX "request_signatures_entry" ON "request_signatures" USING btree ("root","position");--> statement-breakpoint
CREATE INDEX "vote_signatures_entry" ON "vote_signatures" USING btree ("root","position");--> statement-breakpoint
CREATE INDEX "person_suspensions_person" ON "person_suspensions" USING btree ("person_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "person_suspensions_proposal" ON "person_suspensions" USING btree ("proposal_id") WHERE proposal_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_one_open" ON "proposals" USING btree ("kind","subject") WHERE state = 'OPEN';--> statement-breakpoint
CREATE INDEX "proposals_subject" ON "proposals" USING btree ("kind","subject","proposed_at");--> statement-breakpoint
CREATE INDEX "known_addresses_signature" ON "known_addresses" USING gin ("signature") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_one_active" ON "recipients" USING btree ("recipient_key") WHERE state = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "recipients_by_name" ON "recipients" USING btree (lower(name),"id");--> statement-breakpoint
CREATE INDEX "recipients_by_address" ON "recipients" USING btree ("normal_address");--> statement-breakpoint
CREATE INDEX "recipients_name_text" ON "recipients" USING gin (fold_case(name) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "request_versions_position" ON "request_versions" USING btree ("position");--> statement-breakpoint
CREATE INDEX "request_versions_counts_at" ON "request_versions" USING btree ("counts_at");--> statement-breakpoint
CREATE INDEX "request_versions_recipient" ON "request_versions" USING btree ("recipient_key" text_pattern_ops,"created_at");--> statement-breakpoint
CREATE INDEX "request_versions_text" ON "request_versions" USING gin (request_text(body, note) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "request_versions_address" ON "request_versions" USING btree ((request_address(body) collate "C"));--> statement-breakpoint
CREATE INDEX "request_versions_money" ON "request_versions" USING btree (request_money(body));--> statement-breakpoint
CREATE INDEX "request_versions_asset" ON "request_versions" USING btree ("asset");--> statement-breakpoint
CREATE INDEX "request_versions_network" ON "request_versions" USING btree ("network");--> statement-breakpoint
CREATE INDEX "request_versions_profile_id" ON "request_versions" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "request_versions_smallest" ON "request_versions" USING btree ("fixed_asset","fixed_amount","request_id");--> statement-breakpoint
CREATE INDEX "request_versions_largest" ON "request_versions" USING btree ("fixed_asset",(-fixed_amount),"request_id");--> statement-breakpoint
CREATE INDEX "request_versions_fixed_amount" ON "request_versions" USING btree ("fixed_amount");--> statement-breakpoint
CREATE INDEX "request_versions_profile" ON "request_versions" USING btree ((facts->>'profileId'));--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_requests_ref_key" ON "withdrawal_requests" USING btree ((lower(ref_id) collate "C"));--> statement-breakpoint
CREATE INDEX "withdrawal_requests_created" ON "withdrawal_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_requester_created" ON "withdrawal_requests" USING btree ("requester_id","created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_awaiting" ON "withdrawal_requests" USING btree ("created_at","id") WHERE state = 'AWAITING_APPROVAL';--> statement-breakpoint
CREATE INDEX "withdrawal_requests_state_created" ON "withdrawal_requests" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_heads" ON "withdrawal_requests" USING btree ("created_at","id") WHERE bundle_position is null or bundle_position < 2;--> statement-breakpoint
CREATE INDEX "withdrawal_requests_requester_heads" ON "withdrawal_requests" USING btree ("requester_id","created_at","id") WHERE bundle_position is null or bundle_position < 2;--> statement-breakpoint
CREATE INDEX "withdrawal_requests_ref_text" ON "withdrawal_requests" USING gin (lower(ref_id) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "withdrawal_requests_returned" ON "withdrawal_requests" USING btree ("requester_id","updated_at") WHERE state in ('REJECTED', 'EXPIRED');--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_requests_bundle" ON "withdrawal_requests" USING btree ("bundle_id","bundle_position") WHERE bundle_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "send_attempts_one_open" ON "send_attempts" USING btree ("request_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "sends_due" ON "sends" USING btree ("next_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "sends_leased" ON "sends" USING btree ("lease_until") WHERE state = 'SENDING';--> statement-breakpoint
CREATE INDEX "sends_unknown" ON "sends" USING btree ("reconcile_at") WHERE state = 'UNKNOWN';--> statement-breakpoint
CREATE UNIQUE INDEX "sends_transfer_id" ON "sends" USING btree ("transfer_id") WHERE transfer_id is not null;--> statement-breakpoint
CREATE INDEX "sends_transfer_status" ON "sends" USING btree ("transfer_status");--> statement-breakpoint
CREATE INDEX "sends_refused" ON "sends" USING btree ("request_id") WHERE state = 'REFUSED';--> statement-breakpoint
CREATE INDEX "sends_cost_due" ON "sends" USING btree ("request_id") WHERE is_cost_due;--> statement-breakpoint
CREATE INDEX "sends_open" ON "sends" USING btree ("state") WHERE state in ('QUEUED', 'SENDING', 'UNKNOWN', 'HOLD');--> statement-breakpoint
CREATE INDEX "sends_alarm" ON "sends" USING btree ("request_id") WHERE alarm is not null;--> statement-breakpoint
CREATE INDEX "sends_cost_alarm" ON "sends" USING btree ("request_id") WHERE cost_alarm is not null;--> statement-breakpoint
CREATE INDEX "sends_unconfirmed" ON "sends" USING btree ("updated_at" DESC) WHERE unconfirmed_fields <> '{}';--> statement-breakpoint
CREATE INDEX "sends_tracked" ON "sends" USING btree ("track_at") WHERE track_at is not null;--> statement-breakpoint
CREATE INDEX "sends_returned" ON "sends" USING btree ("request_id") WHERE state = 'REFUSED' or transfer_status = 'FAILED';--> statement-breakpoint
CREATE INDEX "sends_to_remember" ON "sends" USING btree ("updated_at") WHERE transfer_status = 'COMPLETED' and not is_remembered;--> statement-breakpoint
CREATE INDEX "transfer_alarms_open" ON "transfer_alarms" USING btree ("raised_at","transfer_id") WHERE known_by is null;--> statement-breakpoint
CREATE INDEX "transfer_alarms_by_request" ON "transfer_alarms" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "transfer_watch_queued" ON "transfer_watch" USING btree ("queued_at","transfer_id");
--> statement-breakpoint
-- The rows that a console begins with.
INSERT INTO "audit_head" ("hash") VALUES (repeat('0', 64));
--> statement-breakpoint
INSERT INTO "mirror_sync" ("state") VALUES ('{}');
--> statement-breakpoint
INSERT INTO "read_budget" DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO "stop_switch" DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO "watch_state" DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO "notice_progress" ("audit_seq") VALUES (0);
--> statement-breakpoint
INSERT INTO "setting_versions" ("kind", "version", "value") VALUES ('policy', 1, '[
  {"name": "First payment in the asset, or over 10 times the largest", "when": {"isNewRecipient": true}, "then": {"kind": "approve", "count": 2, "wholeBatch": true}},
  {"name": "Large amount", "when": {"atLeast": {"BTC": "1", "ETH": "25", "SOL": "500", "LTC": "700", "BCH": "150", "USDC": "100000", "PYUSD": "100000", "USDG": "100000", "USDP": "100000", "PAXG": "25", "AAVE": "400", "LINK": "5000", "UNI": "10000"}}, "then": {"kind": "approve", "count": 2, "wholeBatch": true}},
  {"name": "Much to one recipient in 24 hours", "when": {"overTime": {"window": {"kind": "hours", "hours": 24}, "by": ["recipient"], "limit": {"kind": "value", "currency": "USD", "limit": "100000"}}}, "then": {"kind": "approve", "count": 2, "wholeBatch": true}},
  {"name": "Much in 24 hours", "when": {"overTime": {"window": {"kind": "hours", "hours": 24}, "by": [], "limit": {"kind": "value", "currency": "USD", "limit": "250000"}}}, "then": {"kind": "approve", "count": 2, "wholeBatch": true}},
  {"name": "Known assets below their limit", "when": {"assets": ["BTC", "ETH", "SOL", "LTC", "BCH", "USDC", "PYUSD", "USDG", "USDP", "PAXG", "AAVE", "LINK", "UNI"]}, "then": {"kind": "approve", "count": 1, "wholeBatch": true}},
  {"name": "Everything else", "when": {}, "then": {"kind": "approve", "count": 2, "wholeBatch": true}}
]');
