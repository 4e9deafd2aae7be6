create table address_saves (
  id bigint generated always as identity not null,
  recipient_id uuid not null,
  network text not null,
  address text not null,
  normal_address text not null,
  identity text not null,
  data_sha256 text not null,
  state text,
  person_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint address_saves_hash CHECK ((data_sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint address_saves_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint address_saves_pkey PRIMARY KEY (id),
  constraint address_saves_recipient_id_recipients_id_fk FOREIGN KEY (recipient_id) REFERENCES recipients(id),
  constraint address_saves_state CHECK (((char_length(state) >= 1) AND (char_length(state) <= 64)))
);
CREATE INDEX address_saves_by_address ON public.address_saves USING btree (network, normal_address, identity, id);
CREATE TRIGGER address_saves_append_only BEFORE DELETE OR UPDATE ON public.address_saves FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER address_saves_not_truncated BEFORE TRUNCATE ON public.address_saves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table approval_withdrawals (
  request_id uuid not null,
  version integer not null,
  person_id uuid not null,
  reason text default ''::text not null,
  withdrawn_at timestamp with time zone default clock_timestamp() not null,
  constraint approval_withdrawals_decision FOREIGN KEY (request_id, version, person_id) REFERENCES decisions(request_id, version, person_id),
  constraint approval_withdrawals_request_id_version_person_id_pk PRIMARY KEY (request_id, version, person_id)
);
CREATE INDEX approval_withdrawals_reason ON public.approval_withdrawals USING gin (fold_case(reason) gin_trgm_ops) WHERE (reason <> ''::text);
CREATE TRIGGER approval_withdrawals_append_only BEFORE DELETE OR UPDATE ON public.approval_withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_withdrawals_not_late BEFORE INSERT ON public.approval_withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_late_withdrawal();
CREATE TRIGGER approval_withdrawals_not_truncated BEFORE TRUNCATE ON public.approval_withdrawals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table attachment_chunks (
  attachment_id uuid not null,
  "position" integer not null,
  bytes bytea not null storage external,
  constraint attachment_chunks_attachment_id_attachments_id_fk FOREIGN KEY (attachment_id) REFERENCES attachments(id) ON DELETE CASCADE,
  constraint attachment_chunks_attachment_id_position_pk PRIMARY KEY (attachment_id, "position"),
  constraint attachment_chunks_bytes CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 262144))),
  constraint attachment_chunks_position CHECK ((("position" >= 0) AND ("position" <= 39)))
);
CREATE TRIGGER attachment_chunks_guarded BEFORE INSERT OR DELETE ON public.attachment_chunks FOR EACH ROW EXECUTE FUNCTION guard_attachment_chunk();
CREATE TRIGGER attachment_chunks_kept BEFORE UPDATE ON public.attachment_chunks FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER attachment_chunks_not_truncated BEFORE TRUNCATE ON public.attachment_chunks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table attachments (
  id uuid default gen_random_uuid() not null,
  person_id uuid not null,
  name text not null,
  type text not null,
  size integer,
  sha256 text,
  marks text[] default '{}'::text[] not null,
  at timestamp with time zone default now() not null,
  constraint attachments_marks CHECK ((cardinality(marks) <= 20)),
  constraint attachments_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint attachments_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint attachments_pkey PRIMARY KEY (id),
  constraint attachments_sha256 CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint attachments_size CHECK (((size >= 1) AND (size <= 10485760))),
  constraint attachments_type CHECK ((type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text]))),
  constraint attachments_whole CHECK (((size IS NULL) = (sha256 IS NULL)))
);
CREATE INDEX attachments_person ON public.attachments USING btree (person_id, at);
CREATE TRIGGER attachments_not_truncated BEFORE TRUNCATE ON public.attachments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER attachments_stored_once BEFORE UPDATE ON public.attachments FOR EACH ROW EXECUTE FUNCTION guard_attachment();

create table audit_head (
  id integer default 1 not null,
  seq bigint default 0 not null,
  hash text not null,
  constraint audit_head_pkey PRIMARY KEY (id),
  constraint audit_head_single CHECK ((id = 1))
);
CREATE TRIGGER audit_head_kept BEFORE DELETE ON public.audit_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_head_not_truncated BEFORE TRUNCATE ON public.audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_log (
  seq bigint not null,
  at timestamp with time zone not null,
  action text not null,
  actor_id uuid,
  subject text not null,
  entry text not null,
  hash text not null,
  constraint audit_log_columns CHECK (starts_with(entry, ((((('{"action":'::text || (to_json(action))::text) || ',"subject":'::text) || (to_json(subject))::text) || ',"actor":'::text) || COALESCE((('{"id":"'::text || (actor_id)::text) || '",'::text), 'null'::text)))),
  constraint audit_log_pkey PRIMARY KEY (seq)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, seq);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, seq);
CREATE INDEX audit_log_actor_action ON public.audit_log USING btree (actor_id, action, seq);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, seq);
CREATE TRIGGER audit_log_announced AFTER INSERT ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION announce_audit();
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table batch_progress (
  batch_key uuid not null,
  requester_id uuid not null,
  done integer not null,
  count integer not null,
  updated_at timestamp with time zone default now() not null,
  constraint batch_progress_pkey PRIMARY KEY (batch_key)
);

create table bundles (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  requester_id uuid not null,
  name text default ''::text not null,
  form_key uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint bundles_form_key UNIQUE (form_key),
  constraint bundles_kind CHECK ((kind = ANY (ARRAY['test-payment'::text, 'batch'::text]))),
  constraint bundles_pkey PRIMARY KEY (id),
  constraint bundles_requester_id_people_id_fk FOREIGN KEY (requester_id) REFERENCES people(id)
);
CREATE INDEX bundles_name ON public.bundles USING gin (fold_case(name) gin_trgm_ops);
CREATE TRIGGER bundles_append_only BEFORE DELETE OR UPDATE ON public.bundles FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bundles_not_truncated BEFORE TRUNCATE ON public.bundles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table case_notes (
  id bigint generated always as identity not null,
  transfer_id text collate "C" not null,
  person_id uuid not null,
  note text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint case_notes_length CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
  constraint case_notes_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint case_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX case_notes_text ON public.case_notes USING gin (fold_case(note) gin_trgm_ops);
CREATE INDEX case_notes_transfer ON public.case_notes USING btree (transfer_id, id);
CREATE TRIGGER case_notes_append_only BEFORE DELETE OR UPDATE ON public.case_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER case_notes_not_truncated BEFORE TRUNCATE ON public.case_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table console_processes (
  id uuid not null,
  send_settings jsonb not null,
  seen_at timestamp with time zone default now() not null,
  loops jsonb default '[]'::jsonb not null,
  constraint console_processes_pkey PRIMARY KEY (id)
);

create table decisions (
  request_id uuid not null,
  version integer not null,
  person_id uuid not null,
  requester_id uuid not null,
  body_sha256 text not null,
  verdict text not null,
  chosen_address text,
  comment text default ''::text not null,
  roles text[] not null,
  groups text[] default '{}'::text[] not null,
  decided_at timestamp with time zone default now() not null,
  delegation_id uuid,
  for_person_id uuid,
  constraint decisions_bytes FOREIGN KEY (request_id, version, body_sha256) REFERENCES request_versions(request_id, version, body_sha256),
  constraint decisions_delegation FOREIGN KEY (delegation_id, for_person_id, person_id) REFERENCES delegations(id, delegator_id, delegate_id),
  constraint decisions_for CHECK ((((delegation_id IS NULL) = (for_person_id IS NULL)) AND (for_person_id <> requester_id) AND (for_person_id <> person_id))),
  constraint decisions_not_own CHECK ((person_id <> requester_id)),
  constraint decisions_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint decisions_request_id_version_person_id_pk PRIMARY KEY (request_id, version, person_id),
  constraint decisions_requester FOREIGN KEY (request_id, requester_id) REFERENCES withdrawal_requests(id, requester_id),
  constraint decisions_verdict CHECK ((verdict = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])))
);
CREATE INDEX decisions_comment ON public.decisions USING gin (fold_case(comment) gin_trgm_ops) WHERE (comment <> ''::text);
CREATE INDEX decisions_person ON public.decisions USING btree (person_id, decided_at);
CREATE TRIGGER decisions_append_only BEFORE DELETE OR UPDATE ON public.decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decisions_delegated BEFORE INSERT ON public.decisions FOR EACH ROW EXECUTE FUNCTION check_delegated_decision();
CREATE TRIGGER decisions_in_time AFTER INSERT ON public.decisions FOR EACH ROW EXECUTE FUNCTION guard_decision();
CREATE TRIGGER decisions_not_truncated BEFORE TRUNCATE ON public.decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decisions_one_human BEFORE INSERT ON public.decisions FOR EACH ROW EXECUTE FUNCTION refuse_second_account();

create table delegation_signatures (
  delegation_id uuid not null,
  root text not null,
  "position" bigint not null,
  constraint delegation_signatures_delegation_id_delegations_id_fk FOREIGN KEY (delegation_id) REFERENCES delegations(id),
  constraint delegation_signatures_entry FOREIGN KEY (root, "position") REFERENCES proof_entries(root, "position"),
  constraint delegation_signatures_pkey PRIMARY KEY (delegation_id)
);
CREATE INDEX delegation_signatures_entry ON public.delegation_signatures USING btree (root, "position");
CREATE TRIGGER delegation_signatures_append_only BEFORE DELETE OR UPDATE ON public.delegation_signatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER delegation_signatures_not_truncated BEFORE TRUNCATE ON public.delegation_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table delegations (
  id uuid not null,
  delegator_id uuid not null,
  delegate_id uuid not null,
  role text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  ended_by uuid,
  constraint delegations_delegate_id_people_id_fk FOREIGN KEY (delegate_id) REFERENCES people(id),
  constraint delegations_delegator_id_people_id_fk FOREIGN KEY (delegator_id) REFERENCES people(id),
  constraint delegations_ended CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint delegations_ended_by_people_id_fk FOREIGN KEY (ended_by) REFERENCES people(id),
  constraint delegations_people UNIQUE (id, delegator_id, delegate_id),
  constraint delegations_pkey PRIMARY KEY (id),
  constraint delegations_reason CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500))),
  constraint delegations_role CHECK ((role = ANY (ARRAY['approver'::text, 'admin'::text]))),
  constraint delegations_span CHECK (((ends_at > starts_at) AND (ends_at <= (starts_at + '90 days'::interval)))),
  constraint delegations_two CHECK ((delegator_id <> delegate_id))
);
CREATE INDEX delegations_delegate ON public.delegations USING btree (delegate_id, ends_at);
CREATE INDEX delegations_delegator ON public.delegations USING btree (delegator_id, ends_at);
CREATE TRIGGER delegations_ended_once BEFORE UPDATE ON public.delegations FOR EACH ROW EXECUTE FUNCTION keep_delegation();
CREATE TRIGGER delegations_kept BEFORE DELETE ON public.delegations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER delegations_no_chain BEFORE INSERT ON public.delegations FOR EACH ROW EXECUTE FUNCTION refuse_delegation_chain();
CREATE TRIGGER delegations_not_truncated BEFORE TRUNCATE ON public.delegations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table directory_users (
  id uuid default gen_random_uuid() not null,
  external_id text,
  user_name text not null,
  display_name text,
  email text,
  is_active boolean default true not null,
  person_id uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint directory_users_deleted CHECK (((deleted_at IS NULL) OR (NOT is_active))),
  constraint directory_users_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint directory_users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX directory_users_external_id ON public.directory_users USING btree (external_id) WHERE (deleted_at IS NULL);
CREATE INDEX directory_users_person ON public.directory_users USING btree (person_id);
CREATE UNIQUE INDEX directory_users_user_name ON public.directory_users USING btree (lower(user_name)) WHERE (deleted_at IS NULL);

create table fee_quotes (
  id text not null,
  asset text not null,
  fee text not null,
  expires_at timestamp with time zone not null,
  person_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint fee_quotes_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint fee_quotes_pkey PRIMARY KEY (id)
);
CREATE TRIGGER fee_quotes_append_only BEFORE DELETE OR UPDATE ON public.fee_quotes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fee_quotes_not_truncated BEFORE TRUNCATE ON public.fee_quotes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table hasty_decisions (
  id bigint generated always as identity not null,
  person_id uuid not null,
  subject text not null,
  reason text not null,
  shown_ms integer,
  at timestamp with time zone default clock_timestamp() not null,
  constraint hasty_decisions_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint hasty_decisions_pkey PRIMARY KEY (id),
  constraint hasty_decisions_reason CHECK ((reason = ANY (ARRAY['shown-briefly'::text, 'many-in-a-minute'::text]))),
  constraint hasty_decisions_shown CHECK ((shown_ms >= 0))
);
CREATE INDEX hasty_decisions_at ON public.hasty_decisions USING btree (at);
CREATE TRIGGER hasty_decisions_append_only BEFORE DELETE OR UPDATE ON public.hasty_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER hasty_decisions_not_truncated BEFORE TRUNCATE ON public.hasty_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table known_addresses (
  family text not null,
  address text not null,
  signature text[] not null,
  network text not null,
  last_paid_at timestamp with time zone,
  known_since timestamp with time zone default now() not null,
  constraint known_addresses_family_address_pk PRIMARY KEY (family, address)
);
CREATE INDEX known_addresses_signature ON public.known_addresses USING gin (signature) WITH (fastupdate='false');

create table logout_tokens (
  id_hash text not null,
  used_at timestamp with time zone default now() not null,
  constraint logout_tokens_pkey PRIMARY KEY (id_hash)
);

create table mirror_changes (
  seq bigint default nextval('mirror_changes_seq_seq'::regclass) not null,
  transfer_id text collate "C" not null,
  seen_at timestamp with time zone default now() not null,
  before jsonb not null,
  constraint mirror_changes_pkey PRIMARY KEY (seq)
);
CREATE INDEX mirror_changes_transfer ON public.mirror_changes USING btree (transfer_id, seq);

create unlogged table mirror_listed (
  purpose text not null,
  started_at timestamp with time zone not null,
  id text collate "C" not null,
  constraint mirror_listed_purpose CHECK ((purpose = ANY (ARRAY['mirror'::text, 'search'::text]))),
  constraint mirror_listed_purpose_started_at_id_pk PRIMARY KEY (purpose, started_at, id)
);

create table mirror_quarantine (
  fingerprint text not null,
  item text not null,
  reason text not null,
  times integer default 1 not null,
  first_seen_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  constraint mirror_quarantine_pkey PRIMARY KEY (fingerprint)
);

create table mirror_sync (
  id integer default 1 not null,
  state jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint mirror_sync_pkey PRIMARY KEY (id),
  constraint mirror_sync_single CHECK ((id = 1))
);

create table mirror_totals (
  asset text collate "C" not null,
  network text collate "C" not null,
  type text collate "C" not null,
  direction text collate "C" not null,
  status text collate "C" not null,
  secondary_status text collate "C" not null,
  profile_id text collate "C" not null,
  has_problem boolean not null,
  transfers bigint not null,
  amount numeric not null,
  total numeric not null,
  fee numeric not null,
  balance_asset text collate "C" not null,
  without_total bigint not null,
  notional numeric not null,
  notional_transfers bigint not null,
  constraint mirror_totals_kind PRIMARY KEY (asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset)
);

create table mirror_transfers (
  id text collate "C" not null,
  record jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  amount numeric,
  total numeric,
  fee numeric,
  asset text collate "C" not null,
  network text collate "C" not null,
  type text collate "C" not null,
  direction text collate "C" not null,
  status text collate "C" not null,
  secondary_status text collate "C" not null,
  profile_id text collate "C" not null,
  has_problem boolean not null,
  is_settled boolean default false not null,
  ref_key text collate "C",
  hash_key text collate "C",
  address_key text collate "C",
  group_key text collate "C",
  read_at timestamp with time zone not null,
  first_seen_at timestamp with time zone default now() not null,
  check_at timestamp with time zone,
  gone_at timestamp with time zone,
  constraint mirror_transfers_pkey PRIMARY KEY (id)
);
CREATE INDEX mirror_transfers_address ON public.mirror_transfers USING btree (address_key, created_at);
CREATE INDEX mirror_transfers_address_end ON public.mirror_transfers USING btree (reverse(address_key));
CREATE INDEX mirror_transfers_amount ON public.mirror_transfers USING btree (COALESCE(amount, ('-1'::integer)::numeric), id);
CREATE INDEX mirror_transfers_asset ON public.mirror_transfers USING btree (asset, created_at);
CREATE INDEX mirror_transfers_check ON public.mirror_transfers USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX mirror_transfers_created ON public.mirror_transfers USING btree (created_at, id);
CREATE INDEX mirror_transfers_group ON public.mirror_transfers USING btree (group_key);
CREATE INDEX mirror_transfers_hash ON public.mirror_transfers USING btree (hash_key);
CREATE INDEX mirror_transfers_hash_end ON public.mirror_transfers USING btree (reverse("right"(hash_key, 12)));
CREATE INDEX mirror_transfers_labels ON public.mirror_transfers USING gin (mirror_labels(record));
CREATE INDEX mirror_transfers_network ON public.mirror_transfers USING btree (network, created_at);
CREATE INDEX mirror_transfers_priced ON public.mirror_transfers USING btree (asset, created_at) WHERE ((type = ANY (ARRAY['CRYPTO_WITHDRAWAL'::text, 'CRYPTO_DEPOSIT'::text])) AND (status = 'COMPLETED'::text) AND ((record ->> 'notional_value'::text) ~ '^0*[1-9][0-9]+([.][0-9]+)?$'::text) AND (length((record ->> 'notional_value'::text)) <= 60) AND ((amount + COALESCE(fee, (0)::numeric)) > (0)::numeric));
CREATE INDEX mirror_transfers_problem ON public.mirror_transfers USING btree (created_at, id) WHERE has_problem;
CREATE INDEX mirror_transfers_profile ON public.mirror_transfers USING btree (profile_id, created_at);
CREATE INDEX mirror_transfers_ref ON public.mirror_transfers USING btree (ref_key);
CREATE INDEX mirror_transfers_secondary ON public.mirror_transfers USING btree (secondary_status, created_at, id) WHERE (secondary_status <> ''::text);
CREATE INDEX mirror_transfers_status ON public.mirror_transfers USING btree (status, created_at) WHERE (status <> 'COMPLETED'::text);
CREATE INDEX mirror_transfers_text ON public.mirror_transfers USING gin (mirror_text(record) gin_trgm_ops);
CREATE INDEX mirror_transfers_total ON public.mirror_transfers USING btree (total);
CREATE INDEX mirror_transfers_type ON public.mirror_transfers USING btree (type, created_at);
CREATE INDEX mirror_transfers_unsettled ON public.mirror_transfers USING btree (created_at, id) WHERE (has_problem AND (NOT is_settled));
CREATE INDEX mirror_transfers_updated ON public.mirror_transfers USING btree (updated_at, id);
CREATE INDEX mirror_transfers_withdrawn ON public.mirror_transfers USING btree (asset, created_at) WHERE ((type = 'CRYPTO_WITHDRAWAL'::text) AND (direction = 'DEBIT'::text));
CREATE TRIGGER mirror_transfers_added AFTER INSERT ON public.mirror_transfers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mirror_count();
CREATE TRIGGER mirror_transfers_changed AFTER UPDATE OF record ON public.mirror_transfers FOR EACH ROW WHEN ((old.record IS DISTINCT FROM new.record)) EXECUTE FUNCTION mirror_keep_before();
CREATE TRIGGER mirror_transfers_moved AFTER UPDATE ON public.mirror_transfers REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mirror_count();
CREATE TRIGGER mirror_transfers_rewatched AFTER UPDATE ON public.mirror_transfers REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_for_watch();
CREATE TRIGGER mirror_transfers_settled BEFORE UPDATE ON public.mirror_transfers FOR EACH ROW WHEN ((new.has_problem OR old.is_settled)) EXECUTE FUNCTION mirror_mark_settled();
CREATE TRIGGER mirror_transfers_settled_new BEFORE INSERT ON public.mirror_transfers FOR EACH ROW WHEN (new.has_problem) EXECUTE FUNCTION mirror_mark_settled();
CREATE TRIGGER mirror_transfers_watched AFTER INSERT ON public.mirror_transfers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_for_watch();

create table notice_deliveries (
  notice_id uuid not null,
  person_id uuid not null,
  channel text not null,
  state text default 'QUEUED'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  failure text,
  ended_at timestamp with time zone,
  constraint notice_deliveries_channel CHECK ((channel = 'mail'::text)),
  constraint notice_deliveries_ended CHECK (((state = 'QUEUED'::text) = (ended_at IS NULL))),
  constraint notice_deliveries_notice_id_notices_id_fk FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE,
  constraint notice_deliveries_notice_id_person_id_channel_pk PRIMARY KEY (notice_id, person_id, channel),
  constraint notice_deliveries_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint notice_deliveries_state CHECK ((state = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'DEAD'::text])))
);
CREATE INDEX notice_deliveries_dead ON public.notice_deliveries USING btree (ended_at) WHERE (state = 'DEAD'::text);
CREATE INDEX notice_deliveries_due ON public.notice_deliveries USING btree (person_id, due_at) WHERE (state = 'QUEUED'::text);
CREATE INDEX notice_deliveries_sent ON public.notice_deliveries USING btree (person_id, ended_at) WHERE (state = 'SENT'::text);

create table notice_hours (
  person_id uuid not null,
  time_zone text not null,
  quiet_from smallint,
  quiet_until smallint,
  constraint notice_hours_hours CHECK (((num_nonnulls(quiet_from, quiet_until) = ANY (ARRAY[0, 2])) AND ((quiet_from >= 0) AND (quiet_from <= 23)) AND ((quiet_until >= 0) AND (quiet_until <= 23)) AND (quiet_from <> quiet_until))),
  constraint notice_hours_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint notice_hours_pkey PRIMARY KEY (person_id)
);

create table notice_preferences (
  person_id uuid not null,
  kind text not null,
  mode text not null,
  constraint notice_preferences_mode CHECK ((mode = ANY (ARRAY['at-once'::text, 'hourly'::text, 'daily'::text, 'off'::text]))),
  constraint notice_preferences_person_id_kind_pk PRIMARY KEY (person_id, kind),
  constraint notice_preferences_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id)
);

create table notice_progress (
  id smallint default 1 not null,
  audit_seq bigint not null,
  constraint notice_progress_one CHECK ((id = 1)),
  constraint notice_progress_pkey PRIMARY KEY (id)
);

create table notices (
  id uuid default gen_random_uuid() not null,
  source text not null,
  kind text not null,
  path text not null,
  asset text,
  amount text,
  at timestamp with time zone not null,
  constraint notices_path CHECK (((path ~~ '/%'::text) AND (path !~~ '//%'::text))),
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_source UNIQUE (source)
);
CREATE INDEX notices_at ON public.notices USING btree (at);

create table people (
  id uuid default gen_random_uuid() not null,
  issuer text not null,
  subject text not null,
  name text not null,
  email text,
  roles text[] default '{}'::text[] not null,
  email_verified boolean default false not null,
  person_claim text,
  claimed_groups text[] default '{}'::text[] not null,
  identity_keys text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  constraint people_issuer_subject UNIQUE (issuer, subject),
  constraint people_pkey PRIMARY KEY (id)
);
CREATE INDEX people_identity_keys ON public.people USING gin (identity_keys);
CREATE INDEX people_name_key ON public.people USING btree (name_key(name));

create table person_suspensions (
  id bigint generated always as identity not null,
  person_id uuid not null,
  event text not null,
  by_person_id uuid,
  reason text not null,
  proposal_id uuid,
  at timestamp with time zone default clock_timestamp() not null,
  constraint person_suspensions_by_person_id_people_id_fk FOREIGN KEY (by_person_id) REFERENCES people(id),
  constraint person_suspensions_directory CHECK (((by_person_id IS NOT NULL) OR (event = 'SUSPENDED'::text))),
  constraint person_suspensions_event CHECK ((event = ANY (ARRAY['SUSPENDED'::text, 'LIFTED'::text]))),
  constraint person_suspensions_not_own CHECK ((by_person_id <> person_id)),
  constraint person_suspensions_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint person_suspensions_pkey PRIMARY KEY (id),
  constraint person_suspensions_proposal_id_proposals_id_fk FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint person_suspensions_two_lift CHECK (((event = 'LIFTED'::text) = (proposal_id IS NOT NULL)))
);
CREATE INDEX person_suspensions_person ON public.person_suspensions USING btree (person_id, id);
CREATE UNIQUE INDEX person_suspensions_proposal ON public.person_suspensions USING btree (proposal_id) WHERE (proposal_id IS NOT NULL);
CREATE TRIGGER person_suspensions_append_only BEFORE DELETE OR UPDATE ON public.person_suspensions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER person_suspensions_in_turn BEFORE INSERT ON public.person_suspensions FOR EACH ROW EXECUTE FUNCTION refuse_suspension_out_of_turn();
CREATE CONSTRAINT TRIGGER person_suspensions_lifted_by_two AFTER INSERT ON public.person_suspensions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_lift_without_two();
CREATE TRIGGER person_suspensions_not_truncated BEFORE TRUNCATE ON public.person_suspensions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table problem_settlements (
  id bigint generated always as identity not null,
  transfer_id text collate "C" not null,
  event text not null,
  problem text not null,
  person_id uuid not null,
  reason text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint problem_settlements_event CHECK ((event = ANY (ARRAY['SETTLED'::text, 'REOPENED'::text]))),
  constraint problem_settlements_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint problem_settlements_pkey PRIMARY KEY (id),
  constraint problem_settlements_reason CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 300)))
);
CREATE INDEX problem_settlements_transfer ON public.problem_settlements USING btree (transfer_id, id);
CREATE TRIGGER problem_settlements_append_only BEFORE DELETE OR UPDATE ON public.problem_settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER problem_settlements_applied AFTER INSERT ON public.problem_settlements FOR EACH ROW EXECUTE FUNCTION settle_in_mirror();
CREATE TRIGGER problem_settlements_not_truncated BEFORE TRUNCATE ON public.problem_settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table proof_challenges (
  nonce text not null,
  purpose text not null,
  person_id uuid not null,
  session_key text not null,
  statement text not null,
  content text not null,
  registration text,
  set_up_id uuid,
  issued_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  constraint proof_challenges_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint proof_challenges_pkey PRIMARY KEY (nonce),
  constraint proof_challenges_purpose CHECK ((purpose = ANY (ARRAY['register'::text, 'sign'::text, 'decision'::text]))),
  constraint proof_challenges_set_up_id_proof_set_ups_id_fk FOREIGN KEY (set_up_id) REFERENCES proof_set_ups(id)
);
CREATE INDEX proof_challenges_ends ON public.proof_challenges USING btree (ends_at);

create table proof_entries (
  root text not null,
  "position" bigint not null,
  previous text not null,
  hash text not null,
  kind text not null,
  subject text not null,
  person_id uuid not null,
  statement text not null,
  credential_id text,
  authenticator_data text,
  client_data_json text,
  signature text,
  content text default ''::text not null,
  registration text,
  at timestamp with time zone default clock_timestamp() not null,
  constraint proof_entries_hash UNIQUE (root, hash),
  constraint proof_entries_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint proof_entries_root_position_pk PRIMARY KEY (root, "position"),
  constraint proof_entries_root_proof_roots_fingerprint_fk FOREIGN KEY (root) REFERENCES proof_roots(fingerprint),
  constraint proof_entries_signed CHECK ((num_nonnulls(credential_id, authenticator_data, client_data_json, signature) = ANY (ARRAY[0, 4]))),
  constraint proof_entries_statement CHECK (((octet_length(statement) >= 1) AND (octet_length(statement) <= 4096)))
);
CREATE INDEX proof_entries_person ON public.proof_entries USING btree (person_id, "position");
CREATE INDEX proof_entries_subject ON public.proof_entries USING btree (subject, "position");
CREATE TRIGGER proof_entries_append_only BEFORE DELETE OR UPDATE ON public.proof_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proof_entries_in_order BEFORE INSERT ON public.proof_entries FOR EACH ROW EXECUTE FUNCTION check_proof_entry();
CREATE TRIGGER proof_entries_not_truncated BEFORE TRUNCATE ON public.proof_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table proof_keys (
  credential_id text not null,
  person_id uuid not null,
  name text not null,
  transports text[] not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint proof_keys_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint proof_keys_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint proof_keys_pkey PRIMARY KEY (credential_id)
);
CREATE INDEX proof_keys_person ON public.proof_keys USING btree (person_id);

create table proof_roots (
  fingerprint text not null,
  document text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint proof_roots_fingerprint CHECK ((fingerprint = encode(sha256(convert_to(document, 'UTF8'::name)), 'hex'::text))),
  constraint proof_roots_pkey PRIMARY KEY (fingerprint)
);
CREATE TRIGGER proof_roots_append_only BEFORE DELETE OR UPDATE ON public.proof_roots FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proof_roots_not_truncated BEFORE TRUNCATE ON public.proof_roots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table proof_set_up_members (
  set_up_id uuid not null,
  person_id uuid not null,
  record text not null,
  registration text not null,
  joined_at timestamp with time zone default now() not null,
  agreement text,
  agreed_at timestamp with time zone,
  constraint proof_set_up_members_agreed CHECK (((agreement IS NULL) = (agreed_at IS NULL))),
  constraint proof_set_up_members_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint proof_set_up_members_set_up_id_person_id_pk PRIMARY KEY (set_up_id, person_id),
  constraint proof_set_up_members_set_up_id_proof_set_ups_id_fk FOREIGN KEY (set_up_id) REFERENCES proof_set_ups(id)
);

create table proof_set_ups (
  id uuid default gen_random_uuid() not null,
  code_hash text,
  created_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  document text,
  ended_at timestamp with time zone,
  outcome text,
  constraint proof_set_ups_ended CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint proof_set_ups_outcome CHECK ((outcome = ANY (ARRAY['agreed'::text, 'cancelled'::text, 'expired'::text]))),
  constraint proof_set_ups_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX proof_set_ups_open ON public.proof_set_ups USING btree ((true)) WHERE (ended_at IS NULL);

create table proposal_signatures (
  proposal_id uuid not null,
  person_id uuid not null,
  root text not null,
  "position" bigint not null,
  constraint proposal_signatures_entry FOREIGN KEY (root, "position") REFERENCES proof_entries(root, "position"),
  constraint proposal_signatures_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint proposal_signatures_proposal_id_person_id_pk PRIMARY KEY (proposal_id, person_id),
  constraint proposal_signatures_proposal_id_proposals_id_fk FOREIGN KEY (proposal_id) REFERENCES proposals(id)
);
CREATE INDEX proposal_signatures_entry ON public.proposal_signatures USING btree (root, "position");
CREATE TRIGGER proposal_signatures_append_only BEFORE DELETE OR UPDATE ON public.proposal_signatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposal_signatures_not_truncated BEFORE TRUNCATE ON public.proposal_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table proposals (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  subject text not null,
  payload json not null,
  comment text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone default now() not null,
  state text default 'OPEN'::text not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_comment text default ''::text not null,
  analysis json,
  constraint proposals_decided_by_people_id_fk FOREIGN KEY (decided_by) REFERENCES people(id),
  constraint proposals_kind CHECK ((kind = ANY (ARRAY['policy'::text, 'registry'::text, 'external-profiles'::text, 'profile-names'::text, 'notification-targets'::text, 'profile-rights'::text, 'approver-groups'::text, 'recipient'::text, 'resume-sending'::text, 'resolve-send'::text, 'lift-suspension'::text, 'known-transfers'::text]))),
  constraint proposals_pkey PRIMARY KEY (id),
  constraint proposals_proposed_by_people_id_fk FOREIGN KEY (proposed_by) REFERENCES people(id),
  constraint proposals_state CHECK ((state = ANY (ARRAY['OPEN'::text, 'CONFIRMED'::text, 'DECLINED'::text, 'WITHDRAWN'::text, 'VOID'::text]))),
  constraint proposals_two_people CHECK (((state <> 'CONFIRMED'::text) OR ((decided_by IS NOT NULL) AND (decided_by <> proposed_by))))
);
CREATE UNIQUE INDEX proposals_one_open ON public.proposals USING btree (kind, subject) WHERE (state = 'OPEN'::text);
CREATE INDEX proposals_subject ON public.proposals USING btree (kind, subject, proposed_at);
CREATE TRIGGER proposals_one_human BEFORE UPDATE OF state ON public.proposals FOR EACH ROW EXECUTE FUNCTION refuse_own_confirmation();

create unlogged table rate_limits (
  key text not null,
  spent_until timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table read_budget (
  id integer default 1 not null,
  next_at timestamp with time zone default now() not null,
  throttled_until timestamp with time zone,
  throttled_at timestamp with time zone,
  reads bigint default 0 not null,
  throttled bigint default 0 not null,
  constraint read_budget_pkey PRIMARY KEY (id),
  constraint read_budget_single CHECK ((id = 1))
);

create table recipients (
  id uuid default gen_random_uuid() not null,
  state text default 'ACTIVE'::text not null,
  name text not null,
  network text not null,
  address text not null,
  memo text,
  recipient_key text not null,
  normal_address text not null,
  note text default ''::text not null,
  profiles text[] default '{}'::text[] not null,
  beneficiary json,
  owner_id uuid not null,
  proposal_id uuid not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  travel_rule json,
  constraint recipients_beneficiary CHECK (((beneficiary IS NULL) OR (json_typeof(beneficiary) = 'object'::text))),
  constraint recipients_owner_id_people_id_fk FOREIGN KEY (owner_id) REFERENCES people(id),
  constraint recipients_pkey PRIMARY KEY (id),
  constraint recipients_proposal_id_proposals_id_fk FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint recipients_state CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'RETIRED'::text]))),
  constraint recipients_travel_rule CHECK (((travel_rule IS NULL) OR (json_typeof(travel_rule) = 'object'::text)))
);
CREATE INDEX recipients_by_address ON public.recipients USING btree (normal_address);
CREATE INDEX recipients_by_name ON public.recipients USING btree (lower(name), id);
CREATE INDEX recipients_name_text ON public.recipients USING gin (fold_case(name) gin_trgm_ops);
CREATE UNIQUE INDEX recipients_one_active ON public.recipients USING btree (recipient_key) WHERE (state = 'ACTIVE'::text);

create table refusals (
  key text not null,
  entry json not null,
  written_at timestamp with time zone default now() not null,
  unwritten integer default 0 not null,
  constraint refusals_pkey PRIMARY KEY (key)
);

create table replica_heartbeats (
  id uuid not null,
  at timestamp with time zone not null,
  constraint replica_heartbeats_pkey PRIMARY KEY (id)
);

create table request_attachments (
  request_id uuid not null,
  version integer not null,
  "position" integer not null,
  attachment_id uuid not null,
  constraint request_attachments_attachment_id_attachments_id_fk FOREIGN KEY (attachment_id) REFERENCES attachments(id),
  constraint request_attachments_file UNIQUE (request_id, version, attachment_id),
  constraint request_attachments_position CHECK ((("position" >= 1) AND ("position" <= 5))),
  constraint request_attachments_request_id_version_position_pk PRIMARY KEY (request_id, version, "position"),
  constraint request_attachments_version FOREIGN KEY (request_id, version) REFERENCES request_versions(request_id, version)
);
CREATE INDEX request_attachments_attachment ON public.request_attachments USING btree (attachment_id);
CREATE TRIGGER request_attachments_append_only BEFORE DELETE OR UPDATE ON public.request_attachments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER request_attachments_listed BEFORE INSERT ON public.request_attachments FOR EACH ROW EXECUTE FUNCTION guard_request_attachment();
CREATE TRIGGER request_attachments_not_truncated BEFORE TRUNCATE ON public.request_attachments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table request_comments (
  id bigint generated always as identity not null,
  request_id uuid not null,
  version integer not null,
  person_id uuid not null,
  kind text not null,
  question_id bigint,
  body text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint request_comments_answered FOREIGN KEY (question_id) REFERENCES request_comments(id),
  constraint request_comments_body CHECK (
CASE
    WHEN (kind = 'WITHDRAWN'::text) THEN (body = ''::text)
    ELSE ((char_length(body) >= 1) AND (char_length(body) <= 1000))
END),
  constraint request_comments_kind CHECK ((kind = ANY (ARRAY['COMMENT'::text, 'QUESTION'::text, 'ANSWER'::text, 'WITHDRAWN'::text]))),
  constraint request_comments_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint request_comments_pkey PRIMARY KEY (id),
  constraint request_comments_question CHECK (((kind = ANY (ARRAY['ANSWER'::text, 'WITHDRAWN'::text])) = (question_id IS NOT NULL))),
  constraint request_comments_version FOREIGN KEY (request_id, version) REFERENCES request_versions(request_id, version)
);
CREATE INDEX request_comments_of_question ON public.request_comments USING btree (question_id) WHERE (question_id IS NOT NULL);
CREATE INDEX request_comments_request ON public.request_comments USING btree (request_id, id);
CREATE INDEX request_comments_text ON public.request_comments USING gin (fold_case(body) gin_trgm_ops);
CREATE TRIGGER request_comments_append_only BEFORE DELETE OR UPDATE ON public.request_comments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER request_comments_not_truncated BEFORE TRUNCATE ON public.request_comments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table request_follow_ups (
  request_id uuid not null,
  follows_id uuid not null,
  at timestamp with time zone default now() not null,
  constraint request_follow_ups_follows UNIQUE (follows_id),
  constraint request_follow_ups_follows_id_withdrawal_requests_id_fk FOREIGN KEY (follows_id) REFERENCES withdrawal_requests(id),
  constraint request_follow_ups_not_itself CHECK ((request_id <> follows_id)),
  constraint request_follow_ups_pkey PRIMARY KEY (request_id),
  constraint request_follow_ups_request_id_withdrawal_requests_id_fk FOREIGN KEY (request_id) REFERENCES withdrawal_requests(id)
);
CREATE TRIGGER request_follow_ups_append_only BEFORE DELETE OR UPDATE ON public.request_follow_ups FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER request_follow_ups_guarded BEFORE INSERT ON public.request_follow_ups FOR EACH ROW EXECUTE FUNCTION guard_follow_up();
CREATE TRIGGER request_follow_ups_not_truncated BEFORE TRUNCATE ON public.request_follow_ups FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table request_signatures (
  request_id uuid not null,
  version integer not null,
  root text not null,
  "position" bigint not null,
  constraint request_signatures_entry FOREIGN KEY (root, "position") REFERENCES proof_entries(root, "position"),
  constraint request_signatures_request_id_version_pk PRIMARY KEY (request_id, version),
  constraint request_signatures_version FOREIGN KEY (request_id, version) REFERENCES request_versions(request_id, version)
);
CREATE INDEX request_signatures_entry ON public.request_signatures USING btree (root, "position");
CREATE TRIGGER request_signatures_append_only BEFORE DELETE OR UPDATE ON public.request_signatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER request_signatures_not_truncated BEFORE TRUNCATE ON public.request_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table request_versions (
  request_id uuid not null,
  version integer not null,
  form_key uuid not null,
  body bytea not null,
  body_sha256 text not null,
  note text default ''::text not null,
  attachments text,
  recipient_key text not null,
  policy_version integer not null,
  policy_kind text generated always as ('policy'::text) stored,
  rule_number integer not null,
  required_approvals integer not null,
  required_role text not null,
  required_groups json default '[]'::json not null,
  facts json not null,
  address_entry text,
  recipient_id uuid,
  checks json,
  created_at timestamp with time zone default now() not null,
  "position" bigint generated always as identity not null,
  not_before timestamp with time zone,
  counts_at timestamp with time zone generated always as (COALESCE(not_before, created_at)) stored not null,
  asset text collate "C" generated always as (request_member(body, 'asset'::text)) stored not null,
  network text collate "C" generated always as (request_member(body, 'crypto_network'::text)) stored not null,
  profile_id text collate "C" generated always as (request_member(body, 'profile_id'::text)) stored not null,
  fixed_asset text collate "C" generated always as (request_fixed_asset(body)) stored not null,
  fixed_amount numeric generated always as (request_fixed_amount(body)) stored not null,
  constraint request_versions_at_least_one CHECK ((required_approvals >= 1)),
  constraint request_versions_attachments CHECK (((json_array_length((attachments)::json) >= 1) AND (json_array_length((attachments)::json) <= 5))),
  constraint request_versions_form_key UNIQUE (form_key),
  constraint request_versions_hash UNIQUE (request_id, version, body_sha256),
  constraint request_versions_policy FOREIGN KEY (policy_kind, policy_version) REFERENCES setting_versions(kind, version),
  constraint request_versions_recipient_id_recipients_id_fk FOREIGN KEY (recipient_id) REFERENCES recipients(id),
  constraint request_versions_request_id_version_pk PRIMARY KEY (request_id, version),
  constraint request_versions_request_id_withdrawal_requests_id_fk FOREIGN KEY (request_id) REFERENCES withdrawal_requests(id),
  constraint request_versions_required CHECK (((required_approvals >= 0) AND (required_approvals <= 250))),
  constraint request_versions_sha256 CHECK ((body_sha256 = encode(sha256(body), 'hex'::text)))
);
CREATE INDEX request_versions_address ON public.request_versions USING btree (request_address(body) COLLATE "C");
CREATE INDEX request_versions_asset ON public.request_versions USING btree (asset);
CREATE INDEX request_versions_counts_at ON public.request_versions USING btree (counts_at);
CREATE INDEX request_versions_fixed_amount ON public.request_versions USING btree (fixed_amount);
CREATE INDEX request_versions_labels ON public.request_versions USING gin (request_labels(body));
CREATE INDEX request_versions_largest ON public.request_versions USING btree (fixed_asset, ((- fixed_amount)), request_id);
CREATE INDEX request_versions_money ON public.request_versions USING btree (request_money(body));
CREATE INDEX request_versions_network ON public.request_versions USING btree (network);
CREATE UNIQUE INDEX request_versions_position ON public.request_versions USING btree ("position");
CREATE INDEX request_versions_profile ON public.request_versions USING btree (((facts ->> 'profileId'::text)));
CREATE INDEX request_versions_profile_id ON public.request_versions USING btree (profile_id);
CREATE INDEX request_versions_recipient ON public.request_versions USING btree (recipient_key text_pattern_ops, created_at);
CREATE INDEX request_versions_smallest ON public.request_versions USING btree (fixed_asset, fixed_amount, request_id);
CREATE INDEX request_versions_text ON public.request_versions USING gin (request_text(body, note) gin_trgm_ops);
CREATE TRIGGER request_versions_append_only BEFORE DELETE OR UPDATE ON public.request_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER request_versions_by_rule AFTER INSERT ON public.request_versions FOR EACH ROW EXECUTE FUNCTION guard_version();
CREATE TRIGGER request_versions_not_truncated BEFORE TRUNCATE ON public.request_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table restore_epochs (
  number integer not null,
  restored_at timestamp with time zone default clock_timestamp() not null,
  audit_seq bigint not null,
  audit_hash text not null,
  constraint restore_epochs_number CHECK ((number > 0)),
  constraint restore_epochs_pkey PRIMARY KEY (number)
);
CREATE TRIGGER restore_epochs_append_only BEFORE DELETE OR UPDATE ON public.restore_epochs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER restore_epochs_not_truncated BEFORE TRUNCATE ON public.restore_epochs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table returned_dismissals (
  request_id uuid not null,
  version integer not null,
  person_id uuid not null,
  at timestamp with time zone default now() not null,
  constraint returned_dismissals_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint returned_dismissals_request_id_version_pk PRIMARY KEY (request_id, version),
  constraint returned_dismissals_version FOREIGN KEY (request_id, version) REFERENCES request_versions(request_id, version)
);
CREATE TRIGGER returned_dismissals_append_only BEFORE DELETE OR UPDATE ON public.returned_dismissals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER returned_dismissals_not_truncated BEFORE TRUNCATE ON public.returned_dismissals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table saved_views (
  person_id uuid not null,
  list text default 'transfers'::text not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone default now() not null,
  constraint saved_views_list CHECK ((list = ANY (ARRAY['transfers'::text, 'withdrawals'::text]))),
  constraint saved_views_person_id_list_name_pk PRIMARY KEY (person_id, list, name),
  constraint saved_views_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id)
);

create table send_attempts (
  request_id uuid not null,
  fence integer not null,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  reason text,
  evidence json,
  proof_head text,
  constraint send_attempts_request_id_fence_pk PRIMARY KEY (request_id, fence),
  constraint send_attempts_request_id_sends_request_id_fk FOREIGN KEY (request_id) REFERENCES sends(request_id)
);
CREATE UNIQUE INDEX send_attempts_one_open ON public.send_attempts USING btree (request_id) WHERE (ended_at IS NULL);
CREATE INDEX send_attempts_refused ON public.send_attempts USING btree (ended_at) WHERE (reason = ANY (ARRAY['refused'::text, 'refused-after-doubt'::text]));
CREATE INDEX send_attempts_started ON public.send_attempts USING btree (started_at);

create table sends (
  request_id uuid not null,
  state text default 'QUEUED'::text not null,
  fence integer default 0 not null,
  lease_until timestamp with time zone,
  next_at timestamp with time zone default now() not null,
  is_ambiguous boolean default false not null,
  posts integer default 0 not null,
  misses integer default 0 not null,
  reconcile_at timestamp with time zone,
  last_walk json,
  hold json,
  postponed_reason text,
  closed_at timestamp with time zone,
  alarm text,
  cost json,
  cost_alarm text,
  is_cost_due boolean default false not null,
  unconfirmed_fields text[],
  transfer_id text,
  transfer json,
  transfer_status text,
  transfer_seen_at timestamp with time zone,
  track_at timestamp with time zone,
  track_count integer default 0 not null,
  is_remembered boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  constraint sends_pkey PRIMARY KEY (request_id),
  constraint sends_request_id_withdrawal_requests_id_fk FOREIGN KEY (request_id) REFERENCES withdrawal_requests(id),
  constraint sends_state CHECK ((state = ANY (ARRAY['QUEUED'::text, 'SENDING'::text, 'ACCEPTED'::text, 'REFUSED'::text, 'UNKNOWN'::text, 'HOLD'::text])))
);
CREATE INDEX sends_alarm ON public.sends USING btree (request_id) WHERE (alarm IS NOT NULL);
CREATE INDEX sends_cost_alarm ON public.sends USING btree (request_id) WHERE (cost_alarm IS NOT NULL);
CREATE INDEX sends_cost_due ON public.sends USING btree (request_id) WHERE is_cost_due;
CREATE INDEX sends_due ON public.sends USING btree (next_at) WHERE (state = 'QUEUED'::text);
CREATE INDEX sends_leased ON public.sends USING btree (lease_until) WHERE (state = 'SENDING'::text);
CREATE INDEX sends_open ON public.sends USING btree (state) WHERE (state = ANY (ARRAY['QUEUED'::text, 'SENDING'::text, 'UNKNOWN'::text, 'HOLD'::text]));
CREATE INDEX sends_refused ON public.sends USING btree (request_id) WHERE (state = 'REFUSED'::text);
CREATE INDEX sends_returned ON public.sends USING btree (request_id) WHERE ((state = 'REFUSED'::text) OR (transfer_status = 'FAILED'::text));
CREATE INDEX sends_to_remember ON public.sends USING btree (updated_at) WHERE ((transfer_status = 'COMPLETED'::text) AND (NOT is_remembered));
CREATE INDEX sends_tracked ON public.sends USING btree (track_at) WHERE (track_at IS NOT NULL);
CREATE UNIQUE INDEX sends_transfer_id ON public.sends USING btree (transfer_id) WHERE (transfer_id IS NOT NULL);
CREATE INDEX sends_transfer_status ON public.sends USING btree (transfer_status);
CREATE INDEX sends_unconfirmed ON public.sends USING btree (updated_at DESC) WHERE (unconfirmed_fields <> '{}'::text[]);
CREATE INDEX sends_unknown ON public.sends USING btree (reconcile_at) WHERE (state = 'UNKNOWN'::text);
CREATE TRIGGER sends_deleted BEFORE DELETE ON public.sends FOR EACH ROW EXECUTE FUNCTION guard_send();
CREATE TRIGGER sends_epoch_ambiguous BEFORE UPDATE ON public.sends FOR EACH ROW WHEN (((new.state = ANY (ARRAY['QUEUED'::text, 'SENDING'::text])) AND (NOT new.is_ambiguous))) EXECUTE FUNCTION guard_send_epoch();
CREATE TRIGGER sends_epoch_begun BEFORE INSERT ON public.sends FOR EACH ROW EXECUTE FUNCTION guard_send_epoch();
CREATE TRIGGER sends_not_locked BEFORE INSERT OR UPDATE OF request_id ON public.sends FOR EACH ROW EXECUTE FUNCTION refuse_locked();
CREATE TRIGGER sends_stepped BEFORE UPDATE ON public.sends FOR EACH ROW EXECUTE FUNCTION guard_send();
CREATE TRIGGER sends_voted BEFORE INSERT ON public.sends FOR EACH ROW EXECUTE FUNCTION guard_send();

create table sessions (
  id_hash text not null,
  person_id uuid not null,
  roles text[] not null,
  authenticated_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  address text,
  agent text,
  provider_session text,
  id_token text,
  constraint sessions_id_token_while_open CHECK (((ended_at IS NULL) OR (id_token IS NULL))),
  constraint sessions_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint sessions_pkey PRIMARY KEY (id_hash)
);
CREATE INDEX sessions_not_ended ON public.sessions USING btree (created_at) WHERE (ended_at IS NULL);
CREATE INDEX sessions_person ON public.sessions USING btree (person_id);
CREATE INDEX sessions_provider_session ON public.sessions USING btree (provider_session) WHERE ((ended_at IS NULL) AND (provider_session IS NOT NULL));
CREATE TRIGGER sessions_recorded AFTER INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION record_sign_in();

create table setting_versions (
  kind text not null,
  version integer not null,
  value json not null,
  proposal_id uuid,
  active_from timestamp with time zone default now() not null,
  constraint setting_versions_at_least_one CHECK (((kind <> 'policy'::text) OR (NOT jsonb_path_exists((value)::jsonb, '$[*]."then"?(@."kind" == "approve" && (!(@."count" >= 1) || (@."count" >= 1) is unknown))'::jsonpath)))),
  constraint setting_versions_kind CHECK ((kind = ANY (ARRAY['policy'::text, 'registry'::text, 'external-profiles'::text, 'profile-names'::text, 'notification-targets'::text, 'profile-rights'::text, 'approver-groups'::text]))),
  constraint setting_versions_kind_version_pk PRIMARY KEY (kind, version),
  constraint setting_versions_proposal_id_proposals_id_fk FOREIGN KEY (proposal_id) REFERENCES proposals(id)
);
CREATE TRIGGER setting_versions_append_only BEFORE DELETE OR UPDATE ON public.setting_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER setting_versions_confirmed AFTER INSERT ON public.setting_versions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unconfirmed_version();
CREATE TRIGGER setting_versions_not_truncated BEFORE TRUNCATE ON public.setting_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table sign_ins (
  id bigint generated always as identity not null,
  person_id uuid not null,
  roles text[] not null,
  identity_keys text[] not null,
  at timestamp with time zone not null,
  constraint sign_ins_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint sign_ins_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_ins_identity_keys ON public.sign_ins USING gin (identity_keys);
CREATE INDEX sign_ins_person ON public.sign_ins USING btree (person_id, at);
CREATE TRIGGER sign_ins_append_only BEFORE DELETE OR UPDATE ON public.sign_ins FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sign_ins_not_truncated BEFORE TRUNCATE ON public.sign_ins FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table standing_order_approvals (
  order_id uuid not null,
  person_id uuid not null,
  at timestamp with time zone default now() not null,
  constraint standing_order_approvals_order_id_person_id_pk PRIMARY KEY (order_id, person_id),
  constraint standing_order_approvals_order_id_standing_orders_id_fk FOREIGN KEY (order_id) REFERENCES standing_orders(id),
  constraint standing_order_approvals_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE TRIGGER standing_order_approvals_append_only BEFORE DELETE OR UPDATE ON public.standing_order_approvals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER standing_order_approvals_guarded BEFORE INSERT ON public.standing_order_approvals FOR EACH ROW EXECUTE FUNCTION guard_standing_order_approval();
CREATE TRIGGER standing_order_approvals_not_truncated BEFORE TRUNCATE ON public.standing_order_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table standing_order_dates (
  order_id uuid not null,
  date date not null,
  request_id uuid,
  skipped text,
  at timestamp with time zone default now() not null,
  constraint standing_order_dates_order_id_date_pk PRIMARY KEY (order_id, date),
  constraint standing_order_dates_order_id_standing_orders_id_fk FOREIGN KEY (order_id) REFERENCES standing_orders(id),
  constraint standing_order_dates_outcome CHECK (((request_id IS NULL) <> (skipped IS NULL))),
  constraint standing_order_dates_request_id_unique UNIQUE (request_id),
  constraint standing_order_dates_request_id_withdrawal_requests_id_fk FOREIGN KEY (request_id) REFERENCES withdrawal_requests(id)
);
CREATE TRIGGER standing_order_dates_append_only BEFORE DELETE OR UPDATE ON public.standing_order_dates FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER standing_order_dates_guarded BEFORE INSERT ON public.standing_order_dates FOR EACH ROW EXECUTE FUNCTION guard_standing_order_date();
CREATE TRIGGER standing_order_dates_not_truncated BEFORE TRUNCATE ON public.standing_order_dates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table standing_order_ends (
  order_id uuid not null,
  person_id uuid not null,
  reason text not null,
  at timestamp with time zone default now() not null,
  constraint standing_order_ends_order_id_standing_orders_id_fk FOREIGN KEY (order_id) REFERENCES standing_orders(id),
  constraint standing_order_ends_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint standing_order_ends_pkey PRIMARY KEY (order_id)
);
CREATE TRIGGER standing_order_ends_append_only BEFORE DELETE OR UPDATE ON public.standing_order_ends FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER standing_order_ends_not_truncated BEFORE TRUNCATE ON public.standing_order_ends FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table standing_orders (
  id uuid not null,
  owner_id uuid not null,
  title text not null,
  form json not null,
  signals text[] not null,
  first_date date not null,
  every text not null,
  time_zone text not null,
  last_date date not null,
  max_count integer not null,
  reason text not null,
  state text default 'PROPOSED'::text not null,
  created_at timestamp with time zone default now() not null,
  active_from timestamp with time zone,
  bank_days json,
  constraint standing_orders_dates CHECK (((first_date <= last_date) AND ((max_count >= 1) AND (max_count <= 260)))),
  constraint standing_orders_every CHECK ((every = ANY (ARRAY['once'::text, 'week'::text, 'month'::text]))),
  constraint standing_orders_owner_id_people_id_fk FOREIGN KEY (owner_id) REFERENCES people(id),
  constraint standing_orders_pkey PRIMARY KEY (id),
  constraint standing_orders_state CHECK ((state = ANY (ARRAY['PROPOSED'::text, 'ACTIVE'::text, 'PAUSED'::text, 'ENDED'::text]))),
  constraint standing_orders_title CHECK (((char_length(title) >= 1) AND (char_length(title) <= 60)))
);
CREATE TRIGGER standing_orders_guarded BEFORE INSERT OR UPDATE ON public.standing_orders FOR EACH ROW EXECUTE FUNCTION guard_standing_order();
CREATE TRIGGER standing_orders_guarded_approvers BEFORE UPDATE ON public.standing_orders FOR EACH ROW WHEN (((old.state = 'PROPOSED'::text) AND (new.state = 'ACTIVE'::text))) EXECUTE FUNCTION guard_standing_order_approvers();
CREATE TRIGGER standing_orders_kept BEFORE DELETE ON public.standing_orders FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER standing_orders_not_truncated BEFORE TRUNCATE ON public.standing_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table stop_switch (
  id integer default 1 not null,
  is_stopped boolean default false not null,
  reason text default ''::text not null,
  changed_by uuid,
  changed_at timestamp with time zone default now() not null,
  constraint stop_switch_changed_by_people_id_fk FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint stop_switch_pkey PRIMARY KEY (id),
  constraint stop_switch_single CHECK ((id = 1))
);
CREATE TRIGGER stop_switch_checked BEFORE UPDATE ON public.stop_switch FOR EACH ROW WHEN ((old.is_stopped AND (NOT new.is_stopped))) EXECUTE FUNCTION refuse_early_resume();
CREATE TRIGGER stop_switch_kept BEFORE DELETE ON public.stop_switch FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stop_switch_not_truncated BEFORE TRUNCATE ON public.stop_switch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table target_deliveries (
  notice_id uuid not null,
  target_id uuid not null,
  state text default 'QUEUED'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  failure text,
  ended_at timestamp with time zone,
  constraint target_deliveries_ended CHECK (((state = 'QUEUED'::text) = (ended_at IS NULL))),
  constraint target_deliveries_notice_id_notices_id_fk FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE,
  constraint target_deliveries_notice_id_target_id_pk PRIMARY KEY (notice_id, target_id),
  constraint target_deliveries_state CHECK ((state = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'DEAD'::text])))
);
CREATE INDEX target_deliveries_due ON public.target_deliveries USING btree (target_id, due_at) WHERE (state = 'QUEUED'::text);
CREATE INDEX target_deliveries_ended ON public.target_deliveries USING btree (target_id, ended_at) WHERE (state <> 'QUEUED'::text);

create table templates (
  id uuid default gen_random_uuid() not null,
  person_id uuid not null,
  title text not null,
  is_shared boolean not null,
  form json not null,
  created_at timestamp with time zone default now() not null,
  constraint templates_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint templates_pkey PRIMARY KEY (id),
  constraint templates_title CHECK (((char_length(title) >= 1) AND (char_length(title) <= 60))),
  constraint templates_title_of_person UNIQUE (person_id, title)
);
CREATE TRIGGER templates_kept BEFORE UPDATE ON public.templates FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER templates_not_truncated BEFORE TRUNCATE ON public.templates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table test_payment_confirmations (
  bundle_id uuid not null,
  confirmed_by uuid not null,
  comment text not null,
  confirmed_at timestamp with time zone default now() not null,
  constraint test_payment_confirmations_bundle_id_bundles_id_fk FOREIGN KEY (bundle_id) REFERENCES bundles(id),
  constraint test_payment_confirmations_confirmed_by_people_id_fk FOREIGN KEY (confirmed_by) REFERENCES people(id),
  constraint test_payment_confirmations_pkey PRIMARY KEY (bundle_id)
);
CREATE TRIGGER test_payment_confirmations_append_only BEFORE DELETE OR UPDATE ON public.test_payment_confirmations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER test_payment_confirmations_not_early BEFORE INSERT ON public.test_payment_confirmations FOR EACH ROW EXECUTE FUNCTION refuse_early_release();
CREATE TRIGGER test_payment_confirmations_not_truncated BEFORE TRUNCATE ON public.test_payment_confirmations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table transfer_alarms (
  transfer_id text collate "C" not null,
  kind text not null,
  request_id uuid,
  detail json not null,
  raised_at timestamp with time zone default now() not null,
  known_by uuid,
  constraint transfer_alarms_kind CHECK ((kind = ANY (ARRAY['foreign'::text, 'reference'::text, 'unaudited'::text]))),
  constraint transfer_alarms_known_by_proposals_id_fk FOREIGN KEY (known_by) REFERENCES proposals(id),
  constraint transfer_alarms_pkey PRIMARY KEY (transfer_id),
  constraint transfer_alarms_request CHECK (((kind = 'foreign'::text) = (request_id IS NULL))),
  constraint transfer_alarms_request_id_withdrawal_requests_id_fk FOREIGN KEY (request_id) REFERENCES withdrawal_requests(id)
);
CREATE INDEX transfer_alarms_by_request ON public.transfer_alarms USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX transfer_alarms_open ON public.transfer_alarms USING btree (raised_at, transfer_id) WHERE (known_by IS NULL);
CREATE TRIGGER transfer_alarms_guarded BEFORE INSERT OR UPDATE ON public.transfer_alarms FOR EACH ROW EXECUTE FUNCTION guard_transfer_alarm();
CREATE TRIGGER transfer_alarms_kept BEFORE DELETE ON public.transfer_alarms FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfer_alarms_not_truncated BEFORE TRUNCATE ON public.transfer_alarms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table transfer_watch (
  transfer_id text collate "C" not null,
  queued_at timestamp with time zone default now() not null,
  constraint transfer_watch_pkey PRIMARY KEY (transfer_id)
);
CREATE INDEX transfer_watch_queued ON public.transfer_watch USING btree (queued_at, transfer_id);

create table transfer_watches (
  id bigint generated always as identity not null,
  person_id uuid not null,
  transfer_id text collate "C",
  request_id uuid,
  created_at timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  constraint transfer_watches_one CHECK ((num_nonnulls(transfer_id, request_id) = 1)),
  constraint transfer_watches_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES people(id),
  constraint transfer_watches_pkey PRIMARY KEY (id),
  constraint transfer_watches_request_id_withdrawal_requests_id_fk FOREIGN KEY (request_id) REFERENCES withdrawal_requests(id)
);
CREATE UNIQUE INDEX transfer_watches_request ON public.transfer_watches USING btree (person_id, request_id);
CREATE UNIQUE INDEX transfer_watches_transfer ON public.transfer_watches USING btree (person_id, transfer_id);

create table vote_signatures (
  request_id uuid not null,
  version integer not null,
  person_id uuid not null,
  root text not null,
  "position" bigint not null,
  constraint vote_signatures_entry FOREIGN KEY (root, "position") REFERENCES proof_entries(root, "position"),
  constraint vote_signatures_request_id_version_person_id_pk PRIMARY KEY (request_id, version, person_id),
  constraint vote_signatures_vote FOREIGN KEY (request_id, version, person_id) REFERENCES decisions(request_id, version, person_id)
);
CREATE INDEX vote_signatures_entry ON public.vote_signatures USING btree (root, "position");
CREATE TRIGGER vote_signatures_append_only BEFORE DELETE OR UPDATE ON public.vote_signatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER vote_signatures_not_truncated BEFORE TRUNCATE ON public.vote_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table watch_state (
  id integer default 1 not null,
  foreign_since timestamp with time zone,
  recorded_until text collate "C" default ''::text,
  constraint watch_state_pkey PRIMARY KEY (id),
  constraint watch_state_single CHECK ((id = 1))
);

create table withdrawal_requests (
  id uuid default gen_random_uuid() not null,
  ref_id text not null,
  requester_id uuid not null,
  version integer default 1 not null,
  bundle_id uuid,
  bundle_position integer,
  epoch integer default 0 not null,
  state text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint withdrawal_requests_bundle_id_bundles_id_fk FOREIGN KEY (bundle_id) REFERENCES bundles(id),
  constraint withdrawal_requests_bundled CHECK (((bundle_id IS NULL) = (bundle_position IS NULL))),
  constraint withdrawal_requests_pkey PRIMARY KEY (id),
  constraint withdrawal_requests_ref_id UNIQUE (ref_id),
  constraint withdrawal_requests_requester UNIQUE (id, requester_id),
  constraint withdrawal_requests_requester_id_people_id_fk FOREIGN KEY (requester_id) REFERENCES people(id),
  constraint withdrawal_requests_state CHECK ((state = ANY (ARRAY['DRAFT'::text, 'AWAITING_APPROVAL'::text, 'APPROVED'::text, 'SENT'::text, 'REJECTED'::text, 'EXPIRED'::text, 'CANCELLED'::text])))
);
CREATE INDEX withdrawal_requests_awaiting ON public.withdrawal_requests USING btree (created_at, id) WHERE (state = 'AWAITING_APPROVAL'::text);
CREATE UNIQUE INDEX withdrawal_requests_bundle ON public.withdrawal_requests USING btree (bundle_id, bundle_position) WHERE (bundle_id IS NOT NULL);
CREATE INDEX withdrawal_requests_created ON public.withdrawal_requests USING btree (created_at, id);
CREATE INDEX withdrawal_requests_heads ON public.withdrawal_requests USING btree (created_at, id) WHERE ((bundle_position IS NULL) OR (bundle_position < 2));
CREATE UNIQUE INDEX withdrawal_requests_ref_key ON public.withdrawal_requests USING btree (lower(ref_id) COLLATE "C");
CREATE INDEX withdrawal_requests_ref_text ON public.withdrawal_requests USING gin (lower(ref_id) gin_trgm_ops);
CREATE INDEX withdrawal_requests_requester_created ON public.withdrawal_requests USING btree (requester_id, created_at, id);
CREATE INDEX withdrawal_requests_requester_heads ON public.withdrawal_requests USING btree (requester_id, created_at, id) WHERE ((bundle_position IS NULL) OR (bundle_position < 2));
CREATE INDEX withdrawal_requests_returned ON public.withdrawal_requests USING btree (requester_id, updated_at) WHERE (state = ANY (ARRAY['REJECTED'::text, 'EXPIRED'::text]));
CREATE INDEX withdrawal_requests_state_created ON public.withdrawal_requests USING btree (state, created_at, id);
CREATE TRIGGER withdrawal_requests_begun BEFORE INSERT ON public.withdrawal_requests FOR EACH ROW EXECUTE FUNCTION guard_request();
CREATE TRIGGER withdrawal_requests_epoch_kept BEFORE UPDATE ON public.withdrawal_requests FOR EACH ROW EXECUTE FUNCTION guard_request_epoch();
CREATE TRIGGER withdrawal_requests_epoch_set BEFORE INSERT ON public.withdrawal_requests FOR EACH ROW EXECUTE FUNCTION guard_request_epoch();
CREATE TRIGGER withdrawal_requests_followed BEFORE UPDATE ON public.withdrawal_requests FOR EACH ROW WHEN (((new.version <> old.version) OR ((new.state <> old.state) AND (new.state = ANY (ARRAY['DRAFT'::text, 'AWAITING_APPROVAL'::text, 'APPROVED'::text]))))) EXECUTE FUNCTION guard_followed_request();
CREATE TRIGGER withdrawal_requests_not_recalled BEFORE UPDATE OF state ON public.withdrawal_requests FOR EACH ROW EXECUTE FUNCTION refuse_recall();
CREATE TRIGGER withdrawal_requests_not_swapped BEFORE UPDATE ON public.withdrawal_requests FOR EACH ROW EXECUTE FUNCTION refuse_swap();
CREATE TRIGGER withdrawal_requests_stepped BEFORE UPDATE ON public.withdrawal_requests FOR EACH ROW WHEN (((old.state <> new.state) OR (old.version <> new.version))) EXECUTE FUNCTION guard_request();

create table worker_leases (
  name text not null,
  holder uuid not null,
  lease_until timestamp with time zone not null,
  constraint worker_leases_pkey PRIMARY KEY (name)
);

create view policy_versions with (security_invoker=true) as
 SELECT version,
    value AS rules,
    proposal_id,
    active_from,
    kind
   FROM setting_versions
  WHERE (kind = 'policy'::text);

create view vote_facts as
 SELECT d.request_id,
    d.version,
    d.person_id,
    d.requester_id,
    d.verdict,
    d.roles,
    d.body_sha256,
    d.decided_at,
    (EXTRACT(epoch FROM (clock_timestamp() - d.decided_at)))::double precision AS age_s,
    (EXTRACT(epoch FROM (d.decided_at - last.at)))::double precision AS sign_in_age_s,
    COALESCE((v.required_role = ANY (last.roles)), false) AS had_role,
    ((NOT (v.required_role = ANY (p.roles))) OR (EXISTS ( SELECT 1
           FROM sign_ins later
          WHERE ((later.person_id = d.person_id) AND (later.at > d.decided_at) AND (NOT (v.required_role = ANY (later.roles))))))) AS has_lost_role,
    (EXISTS ( SELECT 1
           FROM unnest(array_remove(ARRAY[d.person_id, d.for_person_id], NULL::uuid)) one(id)
          WHERE (is_suspended(one.id) OR (EXISTS ( SELECT 1
                   FROM person_suspensions s
                  WHERE ((s.person_id = one.id) AND (s.event = 'SUSPENDED'::text) AND (s.at >= d.decided_at)))) OR COALESCE(( SELECT (s.event = 'SUSPENDED'::text)
                   FROM person_suspensions s
                  WHERE ((s.person_id = one.id) AND (s.at < d.decided_at))
                  ORDER BY s.id DESC
                 LIMIT 1), false)))) AS was_suspended,
    w.withdrawn_at,
    w.reason AS withdrawal_reason,
    (identity_keys_since(d.requester_id, v.created_at) && (identity_keys_since(d.person_id, d.decided_at) ||
        CASE
            WHEN (d.for_person_id IS NULL) THEN '{}'::text[]
            ELSE identity_keys_since(d.for_person_id, d.decided_at)
        END)) AS is_requester,
    (EXISTS ( SELECT 1
           FROM decisions other
          WHERE ((other.request_id = d.request_id) AND (other.version = d.version) AND (other.person_id <> d.person_id) AND (ROW(other.decided_at, other.person_id) < ROW(d.decided_at, d.person_id)) AND ((other.person_id = d.for_person_id) OR (other.for_person_id = ANY (ARRAY[d.person_id, d.for_person_id])) OR ((identity_keys_since(other.person_id, other.decided_at) ||
                CASE
                    WHEN (other.for_person_id IS NULL) THEN '{}'::text[]
                    ELSE identity_keys_since(other.for_person_id, other.decided_at)
                END) && (identity_keys_since(d.person_id, d.decided_at) ||
                CASE
                    WHEN (d.for_person_id IS NULL) THEN '{}'::text[]
                    ELSE identity_keys_since(d.for_person_id, d.decided_at)
                END)))))) AS is_earlier_voter,
    d.for_person_id,
    ((d.for_person_id IS NOT NULL) AND (NOT (EXISTS ( SELECT 1
           FROM delegations g
          WHERE ((g.id = d.delegation_id) AND (g.delegator_id = d.for_person_id) AND (g.delegate_id = d.person_id) AND (g.role = v.required_role) AND (g.starts_at <= d.decided_at) AND (d.decided_at < LEAST(g.ends_at, g.ended_at))))))) AS lacks_delegation
   FROM ((((decisions d
     JOIN request_versions v ON (((v.request_id = d.request_id) AND (v.version = d.version))))
     JOIN people p ON ((p.id = d.person_id)))
     LEFT JOIN approval_withdrawals w ON (((w.request_id = d.request_id) AND (w.version = d.version) AND (w.person_id = d.person_id))))
     LEFT JOIN LATERAL ( SELECT s.roles,
            s.at
           FROM sign_ins s
          WHERE ((s.person_id = d.person_id) AND (s.at <= d.decided_at))
          ORDER BY s.at DESC
         LIMIT 1) last ON (true));

CREATE OR REPLACE FUNCTION public.announce_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  NOTIFY countersign_audit;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.approver_groups_of(person uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(kept.one ->> 'name' ORDER BY kept.one ->> 'name'), '{}')
  FROM json_array_elements(setting_in_force('approver-groups')) AS kept(one)
  WHERE (kept.one -> 'members')::jsonb ? person::text
    OR EXISTS (SELECT 1 FROM people p WHERE p.id = person AND kept.one ->> 'claim' = ANY (p.claimed_groups))
$function$
;

CREATE OR REPLACE FUNCTION public.are_group_needs(needs json)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT json_typeof(needs) = 'array' AND (
    SELECT count(*) = count(DISTINCT need.one ->> 'group') FILTER (
      WHERE json_typeof(need.one -> 'group') = 'string' AND json_typeof(need.one -> 'count') = 'number'
        AND need.one ->> 'count' ~ '^[1-9][0-9]?$'
    )
    FROM json_array_elements(CASE json_typeof(needs) WHEN 'array' THEN needs ELSE '[]' END) AS need(one)
  )
$function$
;

CREATE OR REPLACE FUNCTION public.can_fill_place(required integer, needs json, in_groups text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT greatest(1, required) > sum_group_needs(needs)
    OR EXISTS (SELECT 1 FROM json_array_elements(needs) AS need(one) WHERE need.one ->> 'group' = ANY (in_groups))
$function$
;

CREATE OR REPLACE FUNCTION public.check_delegated_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  version record;
BEGIN
  IF EXISTS (
    SELECT 1 FROM decisions d
    WHERE d.request_id = NEW.request_id AND d.version = NEW.version AND d.person_id <> NEW.person_id
      AND (d.person_id = NEW.for_person_id OR d.for_person_id IN (NEW.person_id, NEW.for_person_id))
  ) THEN
    RAISE EXCEPTION 'a delegate and the person they decide for decide once' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.delegation_id IS NULL THEN
    RETURN NEW;
  END IF;
  SELECT required_role, created_at INTO version FROM request_versions WHERE request_id = NEW.request_id
    AND request_versions.version = NEW.version;
  IF NOT EXISTS (
    SELECT 1 FROM delegations d
    WHERE d.id = NEW.delegation_id AND d.role = version.required_role AND d.ended_at IS NULL
      AND d.starts_at <= now() AND now() < d.ends_at
  ) THEN
    RAISE EXCEPTION 'no delegation is in force' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF is_suspended(NEW.for_person_id) OR identity_keys_since(NEW.for_person_id, now())
    && identity_keys_since(NEW.requester_id, version.created_at) THEN
    RAISE EXCEPTION 'nobody decides for this person' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.check_proof_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.current_epoch()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ SELECT coalesce(max(number), 0) FROM restore_epochs $function$
;

CREATE OR REPLACE FUNCTION public.fold_case(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$SELECT lower(normalize($1, NFC) COLLATE "und-x-icu")$function$
;

CREATE OR REPLACE FUNCTION public.groups_of_vote(request uuid, of_version integer, voter uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce((
    SELECT array_agg(one.name ORDER BY one.name)
    FROM decisions d, unnest(d.groups) AS one(name)
    WHERE d.request_id = request AND d.version = of_version AND d.person_id = voter
      AND one.name = ANY (approver_groups_of(d.person_id))
      AND (d.for_person_id IS NULL OR one.name = ANY (approver_groups_of(d.for_person_id)))
  ), '{}')
$function$
;

CREATE OR REPLACE FUNCTION public.guard_attachment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF OLD.size IS NOT NULL OR NEW.size IS DISTINCT FROM (
    SELECT sum(octet_length(bytes)) FROM public.attachment_chunks WHERE attachment_id = NEW.id
  ) THEN
    RAISE EXCEPTION 'a stored file never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_attachment_chunk()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' AND EXISTS (SELECT 1 FROM public.attachments WHERE id = NEW.attachment_id
    AND size IS NOT NULL) THEN
    RAISE EXCEPTION 'a stored file never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM public.attachments WHERE id = OLD.attachment_id) THEN
    RAISE EXCEPTION 'a stored file never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN coalesce(NEW, OLD);
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.withdrawal_requests WHERE id = NEW.request_id AND version = NEW.version
      AND state = 'AWAITING_APPROVAL'
  ) THEN
    RAISE EXCEPTION 'this version does not await approval' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_follow_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- A statement of its own: the next one must see what another transaction changed while this one waited.
  PERFORM 1 FROM withdrawal_requests WHERE id = NEW.follows_id FOR UPDATE;
  IF NOT EXISTS (
    SELECT 1 FROM withdrawal_requests request LEFT JOIN sends send ON send.request_id = request.id
    WHERE request.id = NEW.follows_id AND (
      (send.request_id IS NULL AND (request.state IN ('REJECTED', 'EXPIRED', 'CANCELLED')
        OR request.epoch < current_epoch()))
      OR send.state = 'REFUSED'
      OR (send.state = 'ACCEPTED' AND send.transfer_status = 'FAILED')
    )
  ) THEN
    RAISE EXCEPTION 'only a withdrawal that is over and paid nobody is requested again'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_followed_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM request_follow_ups WHERE follows_id = NEW.id) THEN
    RAISE EXCEPTION 'a request that was requested again is neither changed nor approved'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'AWAITING_APPROVAL' OR NEW.version <> 1 THEN
      RAISE EXCEPTION 'a request begins with version 1, awaiting approval' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.version NOT IN (OLD.version, OLD.version + 1)
    OR NOT public.request_step_exists(OLD.state, NEW.state, NEW.version <> OLD.version) THEN
    RAISE EXCEPTION 'a request does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.version <> OLD.version AND (
    NOT EXISTS (SELECT 1 FROM public.request_versions WHERE request_id = NEW.id AND version = NEW.version)
    OR EXISTS (SELECT 1 FROM public.bundles WHERE id = NEW.bundle_id AND kind = 'test-payment')
  ) THEN
    RAISE EXCEPTION 'a request takes the next version, and a test payment takes none'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'APPROVED' AND NOT public.has_votes(NEW.id) THEN
    RAISE EXCEPTION 'a request is approved by its votes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state = 'SENT' AND NOT EXISTS (SELECT 1 FROM public.sends WHERE request_id = NEW.id
    AND state = 'ACCEPTED') THEN
    RAISE EXCEPTION 'a request is sent once its send is accepted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_request_attachment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT 1
    FROM public.withdrawal_requests r
    JOIN public.request_versions v ON v.request_id = r.id AND v.version = NEW.version
    JOIN public.attachments a ON a.id = NEW.attachment_id AND a.person_id = r.requester_id
    WHERE r.id = NEW.request_id AND (v.attachments::jsonb -> (NEW.position - 1)) = jsonb_build_object(
      'name', a.name, 'sha256', a.sha256, 'size', a.size, 'type', a.type
    )
  ) THEN
    RAISE EXCEPTION 'a version has the files of its list' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_request_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.epoch := current_epoch();
    RETURN NEW;
  END IF;
  IF NEW.epoch <> OLD.epoch THEN
    RAISE EXCEPTION 'the epoch of a request never changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF OLD.epoch < current_epoch() AND (NEW.version <> OLD.version OR (NEW.state <> OLD.state
    AND NEW.state IN ('DRAFT', 'AWAITING_APPROVAL', 'APPROVED'))) THEN
    RAISE EXCEPTION 'a request from before a restore is requested anew' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_send()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF (OLD.state NOT IN ('QUEUED', 'SENDING') AND (OLD.state = 'HOLD' AND OLD.hold ->> 'kind' IN ('held', 'limit',
      'policy')) IS NOT TRUE)
      OR OLD.posts > 0 OR OLD.transfer_id IS NOT NULL THEN
      RAISE EXCEPTION 'a send that may have left is never deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'QUEUED' OR NEW.fence <> 0 OR NEW.posts <> 0 OR NEW.transfer_id IS NOT NULL THEN
      RAISE EXCEPTION 'a send begins as QUEUED' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT EXISTS (SELECT 1 FROM public.withdrawal_requests WHERE id = NEW.request_id AND state = 'APPROVED')
      OR NOT public.has_votes(NEW.request_id) THEN
      RAISE EXCEPTION 'only what is approved by its votes is sent' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.request_id <> OLD.request_id OR NEW.fence < OLD.fence OR NEW.posts < OLD.posts
    OR (OLD.transfer_id IS NOT NULL AND NEW.transfer_id IS DISTINCT FROM OLD.transfer_id)
    OR (OLD.is_ambiguous AND NOT NEW.is_ambiguous AND NEW.state <> 'ACCEPTED') THEN
    RAISE EXCEPTION 'what a send has behind it is not undone' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.state <> OLD.state AND (
    NOT public.send_step_exists(OLD.state, NEW.state)
    OR (NEW.state = 'SENDING' AND NEW.fence <> OLD.fence + 1)
    OR (OLD.state = 'HOLD' AND OLD.hold ->> 'kind' = 'changed' AND NEW.state IN ('QUEUED', 'UNKNOWN'))
    OR (OLD.state = 'REFUSED' AND NOT public.may_queue_again(OLD))
  ) THEN
    RAISE EXCEPTION 'a send does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_send_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF (SELECT epoch FROM withdrawal_requests WHERE id = NEW.request_id) < current_epoch() THEN
    IF TG_OP = 'INSERT' THEN
      RAISE EXCEPTION 'a request from before a restore is requested anew' USING ERRCODE = 'insufficient_privilege';
    END IF;
    NEW.is_ambiguous := true;
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_standing_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_standing_order_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_standing_order_approvers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF (
    SELECT count(*) FROM public.standing_order_approvals a JOIN public.people p ON p.id = a.person_id
    WHERE a.order_id = NEW.id AND p.roles && ARRAY['approver', 'admin'] AND NOT is_suspended(p.id)
  ) < 2 THEN
    RAISE EXCEPTION 'two people who can still decide approve a standing order' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_standing_order_date()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_transfer_alarm()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.known_by IS NOT NULL THEN
    RAISE EXCEPTION 'an alarm is marked as known by two people' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'UPDATE' AND (
    OLD.known_by IS NOT NULL OR NEW.transfer_id <> OLD.transfer_id OR NEW.kind <> OLD.kind
    OR NEW.request_id IS DISTINCT FROM OLD.request_id OR NEW.detail::text <> OLD.detail::text
      OR NEW.raised_at <> OLD.raised_at
    OR NOT EXISTS (SELECT 1 FROM proposals WHERE id = NEW.known_by AND kind = 'known-transfers')
  ) THEN
    RAISE EXCEPTION 'an alarm is marked as known by two people' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  asked json;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.withdrawal_requests r WHERE r.id = NEW.request_id AND (
      (NEW.version = 1 AND r.version = 1)
      OR (NEW.version = r.version + 1 AND public.request_step_exists(r.state, 'AWAITING_APPROVAL', true))
    )
  ) THEN
    RAISE EXCEPTION 'a request takes no such version' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT public.are_group_needs(NEW.required_groups) THEN
    RAISE EXCEPTION 'a version asks groups for whole people' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT rules -> (NEW.rule_number - 1) -> 'then' INTO asked
  FROM public.policy_versions WHERE version = NEW.policy_version AND NEW.rule_number >= 1;
  IF asked ->> 'kind' IS DISTINCT FROM 'approve'
    OR NEW.required_approvals <> greatest(1, (asked ->> 'count')::integer, public.sum_group_needs(NEW.required_groups))
    OR NEW.required_role <> coalesce(asked ->> 'role', 'approver')
    OR EXISTS (
      SELECT 1 FROM json_array_elements(coalesce(asked -> 'groups', '[]')) AS need(one)
      WHERE NOT EXISTS (
        SELECT 1 FROM json_array_elements(NEW.required_groups) AS stored(one)
        WHERE stored.one ->> 'group' = need.one ->> 'group'
          AND (stored.one ->> 'count')::integer >= (need.one ->> 'count')::integer
      )
    ) THEN
    RAISE EXCEPTION 'a version asks for what its rule asks for' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF abs(extract(epoch FROM clock_timestamp() - NEW.created_at)) > 300 OR EXISTS (
    SELECT 1 FROM public.policy_versions WHERE version > NEW.policy_version
      AND active_from < now() - interval '1 minute'
  ) THEN
    RAISE EXCEPTION 'a version is made now, under the policy in force' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.has_votes(request uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  found boolean;
BEGIN
  SELECT count(DISTINCT d.person_id) FILTER (
      WHERE d.verdict = 'APPROVED' AND d.person_id <> r.requester_id AND v.required_role = ANY (d.roles)
    ) >= greatest(1, v.required_approvals) AND count(*) FILTER (WHERE d.verdict = 'REJECTED') = 0
  INTO found
  FROM public.withdrawal_requests r
  JOIN public.request_versions v ON v.request_id = r.id AND v.version = r.version
  JOIN public.decisions d ON d.request_id = r.id AND d.version = r.version AND d.body_sha256 = v.body_sha256
  WHERE r.id = request
  GROUP BY v.required_approvals;
  RETURN coalesce(found, false) AND NOT EXISTS (
    SELECT 1
    FROM public.withdrawal_requests r
    JOIN public.request_versions v ON v.request_id = r.id AND v.version = r.version,
      json_array_elements(v.required_groups) AS need(one)
    WHERE r.id = request AND (need.one ->> 'count')::integer > (
      SELECT count(DISTINCT d.person_id) FROM public.decisions d
      WHERE d.request_id = r.id AND d.version = r.version AND d.body_sha256 = v.body_sha256
        AND d.verdict = 'APPROVED' AND d.person_id <> r.requester_id AND v.required_role = ANY (d.roles)
        AND need.one ->> 'group' = ANY (d.groups)
    )
  );
END $function$
;

CREATE OR REPLACE FUNCTION public.identity_keys_since(person uuid, moment timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(array_agg(DISTINCT key), '{}')
  FROM sign_ins s CROSS JOIN LATERAL unnest(s.identity_keys) AS key
  WHERE s.person_id = person
    AND s.at >= coalesce((SELECT max(before.at) FROM sign_ins before WHERE before.person_id = person
      AND before.at <= moment), '-infinity')
$function$
;

CREATE OR REPLACE FUNCTION public.is_suspended(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce((SELECT event = 'SUSPENDED' FROM person_suspensions WHERE person_id = person
    ORDER BY id DESC LIMIT 1), false)
$function$
;

CREATE OR REPLACE FUNCTION public.keep_delegation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF OLD.ended_at IS NOT NULL
    OR (to_jsonb(OLD) - 'ended_at' - 'ended_by') <> (to_jsonb(NEW) - 'ended_at' - 'ended_by') THEN
    RAISE EXCEPTION 'a delegation is only ended, and once' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.lacks_profile_right(request uuid, of_version integer, person uuid, for_person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT setting_in_force('profile-rights') IS NOT NULL AND coalesce((
    SELECT bool_or(NOT may_use_profile('approve', v.required_role, one.id, convert_from(v.body, 'UTF8')::json ->> 'profile_id'))
    FROM request_versions v, unnest(array_remove(ARRAY[person, for_person], NULL)) AS one(id)
    WHERE v.request_id = request AND v.version = of_version
  ), false)
$function$
;

CREATE OR REPLACE FUNCTION public.may_queue_again(send sends)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- A statement of its own: the next one must see a follow-up that was saved while this one waited.
  PERFORM 1 FROM public.withdrawal_requests WHERE id = send.request_id FOR UPDATE;
  RETURN NOT send.is_ambiguous AND send.closed_at IS NULL AND send.transfer_id IS NULL
    AND EXISTS (
      SELECT 1 FROM public.withdrawal_requests
      WHERE id = send.request_id AND state = 'APPROVED' AND epoch >= public.current_epoch()
    )
    AND NOT EXISTS (SELECT 1 FROM public.request_follow_ups WHERE follows_id = send.request_id)
    AND (
      SELECT reason = 'refused'
        AND (evidence -> 'problem' -> 'type')::text = '"travel-rule-information-required"'
      FROM public.send_attempts WHERE request_id = send.request_id ORDER BY fence DESC LIMIT 1
    ) IS TRUE;
END $function$
;

CREATE OR REPLACE FUNCTION public.may_see_profile(person uuid, profile text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH seen AS MATERIALIZED (
    SELECT one.allowed ->> 'who' AS who, EXISTS (
      SELECT 1 FROM json_array_elements_text(one.allowed -> 'profiles') AS listed(id)
      WHERE listed.id = profile OR (listed.id ~ '^[0-9a-f]{8}-' AND listed.id = lower(profile COLLATE "C"))
    ) AS is_listed
    FROM json_array_elements(setting_in_force('profile-rights')) AS one(allowed)
    WHERE one.allowed ->> 'may' = 'see'
  )
  SELECT coalesce(
    (SELECT is_listed FROM seen WHERE who = person::text),
    (
      SELECT bool_or(coalesce((SELECT is_listed FROM seen WHERE who = role.name), true))
      FROM people p, unnest(p.roles) AS role(name) WHERE p.id = person
    ),
    true
  )
$function$
;

CREATE OR REPLACE FUNCTION public.may_use_profile(action text, in_role text, person uuid, profile text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce((
    SELECT EXISTS (
      SELECT 1 FROM json_array_elements_text(own.allowed -> 'profiles') AS listed(id)
      WHERE lower(listed.id COLLATE "C") = lower(profile COLLATE "C")
    )
    FROM json_array_elements(setting_in_force('profile-rights')) AS own(allowed)
    WHERE own.allowed ->> 'may' = action AND own.allowed ->> 'who' IN (in_role, person::text)
    ORDER BY own.allowed ->> 'who' = person::text DESC LIMIT 1
  ), true) AND may_see_profile(person, profile)
$function$
;

CREATE OR REPLACE FUNCTION public.mirror_amount(written text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((written ~ '^[0-9]*[.]?[0-9]+$'::text) AND (length(split_part(written, '.'::text, 1)) <= 60) AND (length(split_part(written, '.'::text, 2)) <= 60)) THEN (written)::numeric ELSE NULL::numeric END
;

CREATE OR REPLACE FUNCTION public.mirror_build_index()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  missing record;
  awaited text;
BEGIN
  IF to_regclass('public.mirror_transfers_address') IS NOT NULL
    AND to_regclass('public.mirror_transfers_address_first') IS NOT NULL
    AND pg_try_advisory_xact_lock(hashtextextended('mirror_transfers_address_first', 0)) THEN
    -- It may have been dropped since. What to_regclass gives may be remembered from before.
    IF EXISTS (SELECT FROM pg_class WHERE relname = 'mirror_transfers_address_first' AND relnamespace = 'public'::regnamespace) THEN
      BEGIN
        -- Reads wait behind this while it waits for others, and an export can read for minutes. It is tried again
        -- later.
        PERFORM set_config('lock_timeout', '200ms', true);
        DROP INDEX public.mirror_transfers_address_first;
        RETURN 'mirror_transfers_address_first';
      EXCEPTION WHEN lock_not_available THEN
        NULL;
      END;
    END IF;
  END IF;
  IF pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB') THEN
    PERFORM set_config('maintenance_work_mem', '256MB', true);
  END IF;
  LOOP
    awaited := NULL;
    FOR missing IN SELECT "name", "definition" FROM mirror_deferred_indexes()
      WHERE "name" NOT IN (SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace) ORDER BY "position"
    LOOP
      IF NOT pg_try_advisory_xact_lock(hashtextextended(missing.name, 0)) THEN
        awaited := coalesce(awaited, missing.name);
      -- It may have been built since the list was read.
      ELSIF NOT EXISTS (SELECT FROM pg_class WHERE relname = missing.name
        AND relnamespace = 'public'::regnamespace) THEN
        EXECUTE missing.definition;
        -- Kept until the index can be seen, so that the last of several sessions sees that it is the last.
        PERFORM pg_advisory_xact_lock(hashtextextended('mirror indexes', 0));
        IF NOT EXISTS (SELECT FROM mirror_deferred_indexes()
          WHERE "name" NOT IN (SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace)) THEN
          ANALYZE public.mirror_transfers;
        END IF;
        RETURN missing.name;
      END IF;
    END LOOP;
    IF awaited IS NULL THEN
      RETURN NULL;
    END IF;
    -- Nobody waits for what is there already, so sessions that keep the locks of what is there never wait in a circle.
    IF NOT EXISTS (SELECT FROM pg_class WHERE relname = awaited AND relnamespace = 'public'::regnamespace) THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(awaited, 0));
    END IF;
  END LOOP;
END $function$
;

CREATE OR REPLACE FUNCTION public.mirror_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- In one order, so that two writers cannot wait for each other.
  IF TG_OP = 'INSERT' THEN
    INSERT INTO mirror_totals (asset, network, type, direction, status, secondary_status, profile_id, has_problem,
      balance_asset, transfers, amount, total, fee, without_total, notional, notional_transfers)
    SELECT asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset,
      count(*), coalesce(sum(amount), 0), coalesce(sum(total), 0), coalesce(sum(fee), 0),
      count(*) FILTER (WHERE total IS NULL), coalesce(sum(notional), 0), count(notional)
    FROM (
      SELECT added.*, left(coalesce(nullif(record->>'balance_asset', ''), asset), 200) AS balance_asset,
        CASE WHEN record->>'notional_value' ~ '^[0-9]*[.]?[0-9]+$' AND length(record->>'notional_value') <= 121
          THEN (record->>'notional_value')::numeric END AS notional
      FROM added
    ) counted
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset)
    DO UPDATE SET
      transfers = mirror_totals.transfers + excluded.transfers, amount = mirror_totals.amount + excluded.amount,
      total = mirror_totals.total + excluded.total, fee = mirror_totals.fee + excluded.fee,
      without_total = mirror_totals.without_total + excluded.without_total,
      notional = mirror_totals.notional + excluded.notional,
      notional_transfers = mirror_totals.notional_transfers + excluded.notional_transfers;
  ELSE
    INSERT INTO mirror_totals (asset, network, type, direction, status, secondary_status, profile_id, has_problem,
      balance_asset, transfers, amount, total, fee, without_total, notional, notional_transfers)
    SELECT asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset,
      sum(n), coalesce(sum(n * amount), 0), coalesce(sum(n * total), 0), coalesce(sum(n * fee), 0),
      coalesce(sum(n) FILTER (WHERE total IS NULL), 0), coalesce(sum(n * notional), 0),
      coalesce(sum(n) FILTER (WHERE notional IS NOT NULL), 0)
    FROM (
      SELECT moved.*, left(coalesce(nullif(record->>'balance_asset', ''), asset), 200) AS balance_asset,
        CASE WHEN record->>'notional_value' ~ '^[0-9]*[.]?[0-9]+$' AND length(record->>'notional_value') <= 121
          THEN (record->>'notional_value')::numeric END AS notional
      FROM (SELECT 1 AS n, added.* FROM added UNION ALL SELECT -1, removed.* FROM removed) moved
    ) counted
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    HAVING sum(n) <> 0 OR sum(n * amount) <> 0 OR sum(n * total) <> 0 OR sum(n * fee) <> 0 OR sum(n * notional) <> 0
      OR sum(n) FILTER (WHERE total IS NULL) <> 0 OR sum(n) FILTER (WHERE notional IS NOT NULL) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset)
    DO UPDATE SET
      transfers = mirror_totals.transfers + excluded.transfers, amount = mirror_totals.amount + excluded.amount,
      total = mirror_totals.total + excluded.total, fee = mirror_totals.fee + excluded.fee,
      without_total = mirror_totals.without_total + excluded.without_total,
      notional = mirror_totals.notional + excluded.notional,
      notional_transfers = mirror_totals.notional_transfers + excluded.notional_transfers;
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.mirror_defer_indexes()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
DECLARE
  deferred record;
  dropped integer := 0;
BEGIN
  LOCK TABLE public.mirror_transfers IN ACCESS EXCLUSIVE MODE;
  IF (SELECT count(*) FROM (SELECT FROM public.mirror_transfers LIMIT 1001) few) > 1000 THEN
    RETURN 0;
  END IF;
  FOR deferred IN SELECT "name" FROM mirror_deferred_indexes() WHERE to_regclass('public.' || "name") IS NOT NULL LOOP
    EXECUTE format('DROP INDEX public.%I', deferred.name);
    dropped := dropped + 1;
  END LOOP;
  CREATE INDEX IF NOT EXISTS mirror_transfers_address_first ON public.mirror_transfers (address_key);
  RETURN dropped;
END $function$
;

CREATE OR REPLACE FUNCTION public.mirror_deferred_indexes()
 RETURNS TABLE("position" integer, name text, definition text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  VALUES
    (1, 'mirror_transfers_status', 'CREATE INDEX mirror_transfers_status ON public.mirror_transfers USING btree (status, created_at) WHERE (status <> ''COMPLETED''::text)'),
    (2, 'mirror_transfers_asset', 'CREATE INDEX mirror_transfers_asset ON public.mirror_transfers USING btree (asset, created_at)'),
    (3, 'mirror_transfers_profile', 'CREATE INDEX mirror_transfers_profile ON public.mirror_transfers USING btree (profile_id, created_at)'),
    (4, 'mirror_transfers_type', 'CREATE INDEX mirror_transfers_type ON public.mirror_transfers USING btree (type, created_at)'),
    (5, 'mirror_transfers_network', 'CREATE INDEX mirror_transfers_network ON public.mirror_transfers USING btree (network, created_at)'),
    (6, 'mirror_transfers_withdrawn', 'CREATE INDEX mirror_transfers_withdrawn ON public.mirror_transfers USING btree (asset, created_at) WHERE ((type = ''CRYPTO_WITHDRAWAL''::text) AND (direction = ''DEBIT''::text))'),
    (7, 'mirror_transfers_priced', 'CREATE INDEX mirror_transfers_priced ON public.mirror_transfers USING btree (asset, created_at) WHERE ((type = ANY (ARRAY[''CRYPTO_WITHDRAWAL''::text, ''CRYPTO_DEPOSIT''::text])) AND (status = ''COMPLETED''::text) AND ((record ->> ''notional_value''::text) ~ ''^0*[1-9][0-9]+([.][0-9]+)?$''::text) AND (length((record ->> ''notional_value''::text)) <= 60) AND ((amount + COALESCE(fee, (0)::numeric)) > (0)::numeric))'),
    (8, 'mirror_transfers_updated', 'CREATE INDEX mirror_transfers_updated ON public.mirror_transfers USING btree (updated_at, id)'),
    (9, 'mirror_transfers_amount', 'CREATE INDEX mirror_transfers_amount ON public.mirror_transfers USING btree (COALESCE(amount, (''-1''::integer)::numeric), id)'),
    (10, 'mirror_transfers_total', 'CREATE INDEX mirror_transfers_total ON public.mirror_transfers USING btree (total)'),
    (11, 'mirror_transfers_hash_end', 'CREATE INDEX mirror_transfers_hash_end ON public.mirror_transfers USING btree (reverse("right"(hash_key, 12)))'),
    (12, 'mirror_transfers_address', 'CREATE INDEX mirror_transfers_address ON public.mirror_transfers USING btree (address_key, created_at)'),
    (13, 'mirror_transfers_address_end', 'CREATE INDEX mirror_transfers_address_end ON public.mirror_transfers USING btree (reverse(address_key))'),
    (14, 'mirror_transfers_text', 'CREATE INDEX mirror_transfers_text ON public.mirror_transfers USING gin (mirror_text(record) gin_trgm_ops)'),
    (15, 'mirror_transfers_labels', 'CREATE INDEX mirror_transfers_labels ON public.mirror_transfers USING gin (mirror_labels(record))')
$function$
;

CREATE OR REPLACE FUNCTION public.mirror_instant(written text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (written ~ '^[12][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})?(?:[Zz]|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])$'::text) THEN CASE WHEN (substr(written, 9, 2) <= '28'::text) THEN (written)::timestamp with time zone ELSE (((("left"(written, 8) || '01'::text) || substr(written, 11)))::timestamp with time zone + ((((substr(written, 9, 2))::integer - 1))::double precision * '24:00:00'::interval)) END ELSE NULL::timestamp with time zone END
;

CREATE OR REPLACE FUNCTION public.mirror_keep_before()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO mirror_changes (transfer_id, before) VALUES (OLD.id, OLD.record);
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.mirror_labels(record jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  labels text[] := array_remove(array_remove(ARRAY[
    left(lower(record->>'customer_id'), 200), left(lower(record->>'identity_id'), 200),
    left(lower(record->>'account_id'), 200), left(lower(record->>'fiat_account_id'), 200)
  ], NULL), '00000000-0000-0000-0000-000000000000');
BEGIN
  IF jsonb_typeof(record->'metadata') = 'object' AND record->'metadata' <> '{}' THEN
    labels := labels || ARRAY(SELECT left(lower(name), 200) FROM jsonb_object_keys(record->'metadata') AS name);
  END IF;
  IF jsonb_typeof(record->'status_details') = 'object' AND record->'status_details' <> '{}' THEN
    labels := labels || ARRAY(SELECT left(lower(name), 200) FROM jsonb_object_keys(record->'status_details') AS name);
  END IF;
  RETURN labels;
END $function$
;

CREATE OR REPLACE FUNCTION public.mirror_mark_settled()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  NEW.is_settled := NEW.has_problem AND coalesce((
    SELECT event = 'SETTLED' AND problem = problem_fingerprint(NEW.record)
    FROM problem_settlements WHERE transfer_id = NEW.id ORDER BY id DESC LIMIT 1
  ), false);
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.mirror_missing_indexes()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT (SELECT count(*)::integer FROM mirror_deferred_indexes() WHERE to_regclass('public.' || "name") IS NULL)
    + CASE WHEN to_regclass('public.mirror_transfers_address') IS NOT NULL
      AND to_regclass('public.mirror_transfers_address_first') IS NOT NULL THEN 1 ELSE 0 END
$function$
;

CREATE OR REPLACE FUNCTION public.mirror_text(record jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  labels jsonb;
  many text;
BEGIN
  IF jsonb_typeof(record->'metadata') = 'object' THEN
    labels := jsonb_path_query_array(record->'metadata', 'strict $.*');
    IF jsonb_array_length(labels) > 4 THEN
      labels := NULL;
      SELECT string_agg(value, E'\n') INTO many FROM jsonb_each_text(record->'metadata');
    END IF;
  END IF;
  RETURN E'\n' || lower(concat_ws(E'\n',
    -- The index of IDs compares their case.
    CASE WHEN record->>'id' <> lower(record->>'id') THEN record->>'id' END, record->>'ref_id', record->>'memo',
    record#>>'{auto_conversion,from_transfer_id}', record#>>'{auto_conversion,to_transfer_id}',
    labels->>0, labels->>1, labels->>2, labels->>3, many
  )) || E'\n';
END $function$
;

CREATE OR REPLACE FUNCTION public.name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT lower(normalize(regexp_replace(btrim(name), '\s+', ' ', 'g'), NFKC))
$function$
;

CREATE OR REPLACE FUNCTION public.person_label(person uuid, name text, email text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT CASE
    WHEN NOT EXISTS (SELECT 1 FROM people p WHERE name_key(p.name) = name_key($2) AND p.id <> $1) THEN $2
    WHEN $3 IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM people p WHERE name_key(p.name) = name_key($2) AND p.id <> $1 AND lower(p.email) = lower($3)
    ) THEN $2 || ' (' || $3 || ')'
    ELSE $2 || ' (' || coalesce($3 || ', ', '') || 'id ' || left($1::text, 8) || ')'
  END
$function$
;

CREATE OR REPLACE FUNCTION public.problem_fingerprint(record jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT encode(sha256(convert_to(jsonb_build_array(
    record->'status', record->'secondary_status', record->'status_details',
    CASE WHEN mirror_amount(record->>'amount') IS NULL THEN jsonb_build_array(record->'amount') END,
    CASE WHEN mirror_instant(record->>'created_at') IS NULL THEN jsonb_build_array(record->'created_at') END
  )::text, 'UTF8')), 'hex')
$function$
;

CREATE OR REPLACE FUNCTION public.queue_for_watch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  since timestamptz := (SELECT foreign_since FROM watch_state);
BEGIN
  -- Until the time is noted, its note waits for every writer that does not know of it, and then queues what they
  -- stored.
  IF since IS NULL THEN
    SELECT foreign_since INTO since FROM watch_state FOR SHARE;
  END IF;
  -- In one order, so that two writers cannot wait for each other.
  IF TG_OP = 'INSERT' THEN
    INSERT INTO transfer_watch (transfer_id)
    SELECT id FROM added
    WHERE (type = 'CRYPTO_WITHDRAWAL' AND direction = 'DEBIT' AND since IS NOT NULL
        AND (created_at >= since OR created_at = '-infinity'
          OR (status = 'COMPLETED' AND EXISTS (SELECT 1 FROM mirror_sync WHERE state ? 'lastWalk'))))
      OR EXISTS (SELECT 1 FROM withdrawal_requests WHERE ref_id = added.record ->> 'ref_id')
    ORDER BY id ON CONFLICT DO NOTHING;
  ELSE
    -- Compared again where it may be another withdrawal now.
    INSERT INTO transfer_watch (transfer_id)
    SELECT added.id FROM added JOIN removed USING (id)
    WHERE (added.record ->> 'ref_id', added.type, added.direction) IS DISTINCT
      FROM (removed.record ->> 'ref_id', removed.type, removed.direction)
      OR (added.status = 'COMPLETED' AND removed.status <> 'COMPLETED'
        AND added.type = 'CRYPTO_WITHDRAWAL' AND added.direction = 'DEBIT')
    ORDER BY 1 ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.record_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO sign_ins (person_id, roles, identity_keys, at)
  SELECT NEW.person_id, NEW.roles, p.identity_keys, clock_timestamp() FROM people p WHERE p.id = NEW.person_id;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_delegation_chain()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('delegations', 0));
  IF identity_keys_since(NEW.delegator_id, now()) && identity_keys_since(NEW.delegate_id, now()) THEN
    RAISE EXCEPTION 'both accounts belong to one person' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (
    SELECT 1 FROM delegations d
    WHERE d.ended_at IS NULL AND d.starts_at < NEW.ends_at AND NEW.starts_at < d.ends_at
      AND (d.delegate_id = NEW.delegator_id OR d.delegator_id = NEW.delegate_id
        OR d.delegator_id = NEW.delegator_id AND d.role = NEW.role)
  ) THEN
    RAISE EXCEPTION 'a delegation is not passed on, and not given twice' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_early_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM bundles g
    JOIN withdrawal_requests r ON r.bundle_id = g.id AND r.bundle_position = 0
    JOIN sends s ON s.request_id = r.id
    WHERE g.id = NEW.bundle_id AND g.kind = 'test-payment' AND s.state = 'ACCEPTED' AND s.transfer_status = 'COMPLETED'
  ) THEN
    RAISE EXCEPTION 'a test that is not completed is not confirmed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_early_resume()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  restored timestamptz := (SELECT restored_at FROM restore_epochs ORDER BY number DESC LIMIT 1);
BEGIN
  IF restored IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM mirror_sync
    WHERE mirror_instant(state -> 'lastWalk' ->> 'startedAt') >= restored AND state ->> 'incomplete' IS NULL
  ) THEN
    RAISE EXCEPTION 'sending resumes after a full check of all transfers' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_late_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM decisions WHERE request_id = NEW.request_id AND version = NEW.version
      AND person_id = NEW.person_id AND verdict = 'APPROVED'
  ) THEN
    RAISE EXCEPTION 'only an approval is withdrawn' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM sends WHERE request_id = NEW.request_id AND fence > 0) THEN
    RAISE EXCEPTION 'an approval is not withdrawn after an attempt to send' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_lift_without_two()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.event = 'LIFTED' AND NOT EXISTS (
    SELECT 1 FROM proposals WHERE id = NEW.proposal_id AND kind = 'lift-suspension'
      AND subject = NEW.person_id::text AND state = 'CONFIRMED'
  ) THEN
    RAISE EXCEPTION 'two people lift a suspension' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_locked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  pair uuid;
  part integer;
BEGIN
  SELECT r.bundle_id, r.bundle_position INTO pair, part
  FROM withdrawal_requests r JOIN bundles g ON g.id = r.bundle_id
  WHERE r.id = NEW.request_id AND g.kind = 'test-payment';
  IF part = 0 AND NOT EXISTS (SELECT 1 FROM withdrawal_requests WHERE bundle_id = pair AND bundle_position = 1
    AND state = 'APPROVED') THEN
    RAISE EXCEPTION 'a test is sent only where its remainder is approved' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF part = 1 AND NOT EXISTS (SELECT 1 FROM test_payment_confirmations WHERE bundle_id = pair) THEN
    RAISE EXCEPTION 'a remainder is locked until its test is confirmed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_own_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.state = 'CONFIRMED' AND OLD.state <> 'CONFIRMED' THEN
    IF identity_keys_since(NEW.proposed_by, NEW.proposed_at) && identity_keys_since(NEW.decided_by, now()) THEN
      RAISE EXCEPTION 'this account belongs to the person who proposed the change'
        USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF is_suspended(NEW.proposed_by) OR is_suspended(NEW.decided_by) THEN
      RAISE EXCEPTION 'a suspended person changes nothing' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_recall()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF OLD.state = 'APPROVED' AND NEW.state = 'AWAITING_APPROVAL' AND EXISTS (SELECT 1 FROM sends
    WHERE request_id = NEW.id) THEN
    RAISE EXCEPTION 'a request that has a send does not go back to its approvers'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_second_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  own text[] := identity_keys_since(NEW.person_id, now());
BEGIN
  IF own && identity_keys_since(NEW.requester_id, (SELECT created_at FROM request_versions
    WHERE request_id = NEW.request_id AND version = NEW.version)) THEN
    RAISE EXCEPTION 'this account belongs to the requester' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (
    SELECT 1 FROM decisions d
    WHERE d.request_id = NEW.request_id AND d.version = NEW.version AND d.person_id <> NEW.person_id
      AND identity_keys_since(d.person_id, d.decided_at) && own
  ) THEN
    RAISE EXCEPTION 'this account belongs to somebody who has decided already' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_suspension_out_of_turn()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- Two events of one person at once would both see the state before them.
  PERFORM 1 FROM people WHERE id = NEW.person_id FOR NO KEY UPDATE;
  NEW.at := clock_timestamp();
  IF is_suspended(NEW.person_id) = (NEW.event = 'SUSPENDED') THEN
    RAISE EXCEPTION 'the suspension of % is in this state already', NEW.person_id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_swap()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.requester_id <> OLD.requester_id OR NEW.ref_id <> OLD.ref_id
    OR NEW.bundle_id IS DISTINCT FROM OLD.bundle_id OR NEW.bundle_position IS DISTINCT FROM OLD.bundle_position
    OR (NEW.version <> OLD.version AND OLD.state IN ('APPROVED', 'SENT')) THEN
    RAISE EXCEPTION 'what was approved is not exchanged' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_unconfirmed_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') AND NOT EXISTS (
    SELECT 1 FROM proposals WHERE id = NEW.proposal_id AND kind = NEW.kind
      AND state = 'CONFIRMED'
  ) THEN
    RAISE EXCEPTION 'a version of % needs a proposal that a second person confirmed', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.request_address(body bytea)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN left(lower(convert_from(body, 'UTF8')::json->>'destination_address'), 200);
EXCEPTION WHEN others THEN
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.request_fixed_amount(body bytea)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  members json;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  RETURN coalesce(mirror_amount(coalesce(members->>'amount', members->>'total')), -1);
EXCEPTION WHEN others THEN
  RETURN -1;
END $function$
;

CREATE OR REPLACE FUNCTION public.request_fixed_asset(body bytea)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  members json;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  RETURN coalesce(left(CASE WHEN members->>'amount' IS NULL
    THEN coalesce(members->>'balance_asset', members->>'asset') ELSE members->>'asset' END, 200), '');
EXCEPTION WHEN others THEN
  RETURN '';
END $function$
;

CREATE OR REPLACE FUNCTION public.request_labels(body bytea)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN mirror_labels(convert_from(body, 'UTF8')::jsonb);
EXCEPTION WHEN others THEN
  RETURN '{}';
END $function$
;

CREATE OR REPLACE FUNCTION public.request_member(body bytea, member text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN coalesce(left(convert_from(body, 'UTF8')::json->>member, 200), '');
EXCEPTION WHEN others THEN
  RETURN '';
END $function$
;

CREATE OR REPLACE FUNCTION public.request_money(body bytea)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  members json;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  RETURN upper(members->>'asset') || ' '
    || trim_scale(mirror_amount(coalesce(members->>'amount', members->>'total')))::text;
EXCEPTION WHEN others THEN
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.request_step_exists(before text, after text, is_amended boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT CASE
    WHEN is_amended THEN after = 'AWAITING_APPROVAL' AND before IN ('AWAITING_APPROVAL', 'REJECTED', 'EXPIRED')
    ELSE (before, after) IN (
      ('DRAFT', 'EXPIRED'),
      ('AWAITING_APPROVAL', 'APPROVED'), ('AWAITING_APPROVAL', 'REJECTED'), ('AWAITING_APPROVAL', 'EXPIRED'),
        ('AWAITING_APPROVAL', 'CANCELLED'),
      ('APPROVED', 'AWAITING_APPROVAL'), ('APPROVED', 'EXPIRED'), ('APPROVED', 'CANCELLED'), ('APPROVED', 'SENT')
    )
  END
$function$
;

CREATE OR REPLACE FUNCTION public.request_text(body bytea, note text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  members json;
  labels text;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  IF json_typeof(members->'metadata') = 'object' THEN
    SELECT string_agg(value, E'\n') INTO labels FROM json_each_text(members->'metadata');
  END IF;
  RETURN E'\n' || fold_case(concat_ws(E'\n', members->>'destination_address', members->>'memo', labels, note)) || E'\n';
EXCEPTION WHEN others THEN
  RETURN E'\n' || fold_case(note) || E'\n';
END $function$
;

CREATE OR REPLACE FUNCTION public.send_step_exists(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT (before = 'QUEUED' AND after IN ('SENDING', 'UNKNOWN', 'HOLD', 'REFUSED'))
    OR (before = 'SENDING' AND after IN ('QUEUED', 'ACCEPTED', 'REFUSED', 'UNKNOWN', 'HOLD'))
    OR (before = 'UNKNOWN' AND after IN ('QUEUED', 'ACCEPTED', 'REFUSED', 'HOLD'))
    OR (before = 'HOLD' AND after IN ('QUEUED', 'ACCEPTED', 'REFUSED', 'UNKNOWN'))
    OR (before = 'REFUSED' AND after = 'QUEUED')
$function$
;

CREATE OR REPLACE FUNCTION public.setting_in_force(of_kind text)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT value FROM setting_versions WHERE kind = of_kind ORDER BY version DESC LIMIT 1
$function$
;

CREATE OR REPLACE FUNCTION public.settle_in_mirror()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- The trigger above computes the value, with the record as it is when this update has its row.
  UPDATE mirror_transfers SET is_settled = is_settled WHERE id = NEW.transfer_id;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.sum_group_needs(needs json)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(sum((need.one ->> 'count')::integer), 0) FROM json_array_elements(needs) AS need(one)
$function$
;

-- address_saves: insert, select
-- approval_withdrawals: insert, select
-- attachment_chunks: insert, select
-- attachments: delete, insert, select, update (marks, sha256, size)
-- audit_head: select, update (hash, seq)
-- audit_log: insert, select
-- batch_progress: delete, insert, select, update
-- bundles: insert, select
-- case_notes: insert, select
-- console_processes: delete, insert, select, update
-- decisions: insert, select
-- delegation_signatures: insert, select
-- delegations: insert, select, update (ended_at, ended_by)
-- directory_users: insert, select, update (deleted_at, display_name, email, external_id, is_active, person_id, updated_at, user_name)
-- fee_quotes: insert, select
-- hasty_decisions: insert, select
-- known_addresses: insert, select, update
-- logout_tokens: delete, insert, select, update
-- mirror_changes: insert, select, update
-- mirror_listed: delete, insert, select, update
-- mirror_quarantine: insert, select, update
-- mirror_sync: select, update
-- mirror_totals: insert, select, update
-- mirror_transfers: insert, select, update
-- notice_deliveries: delete, insert, select, update (attempts, due_at, ended_at, failure, state)
-- notice_hours: insert, select, update (quiet_from, quiet_until, time_zone)
-- notice_preferences: insert, select, update (mode)
-- notice_progress: select, update (audit_seq)
-- notices: delete, insert, select, update (amount, asset)
-- people: insert, select, update (claimed_groups, email, email_verified, identity_keys, name, person_claim, roles)
-- person_suspensions: insert, select
-- policy_versions: select
-- problem_settlements: insert, select
-- proof_challenges: delete, insert, select, update (accepted_at)
-- proof_entries: insert, select
-- proof_keys: insert, select, update (last_used_at, name, transports, withdrawn_at)
-- proof_roots: insert, select
-- proof_set_up_members: insert, select, update (agreed_at, agreement)
-- proof_set_ups: insert, select, update (document, ended_at, outcome)
-- proposal_signatures: insert, select
-- proposals: insert, select, update (decided_at, decided_by, decision_comment, state)
-- rate_limits: delete, insert, select, update
-- read_budget: select, update
-- recipients: insert, select, update (address, beneficiary, memo, name, network, normal_address, note, profiles, recipient_key, state, travel_rule, updated_at)
-- refusals: delete, insert, select, update
-- replica_heartbeats: delete, insert, select, update (at)
-- request_attachments: insert, select
-- request_comments: insert, select
-- request_follow_ups: insert, select
-- request_signatures: insert, select
-- request_versions: insert, select
-- restore_epochs: insert, select
-- returned_dismissals: insert, select
-- saved_views: delete, insert, select, update
-- send_attempts: insert, select, update (ended_at, evidence, proof_head, reason)
-- sends: delete, insert, select, update (alarm, closed_at, cost, cost_alarm, fence, hold, is_ambiguous, is_cost_due, is_remembered, last_walk, lease_until, misses, next_at, postponed_reason, posts, reconcile_at, state, track_at, track_count, transfer, transfer_id, transfer_seen_at, transfer_status, unconfirmed_fields, updated_at)
-- sessions: delete, insert, select, update (ended_at, id_token, seen_at)
-- setting_versions: insert, select
-- sign_ins: select
-- standing_order_approvals: insert, select
-- standing_order_dates: insert, select
-- standing_order_ends: insert, select
-- standing_orders: insert, select, update (active_from, state)
-- stop_switch: select, update (changed_at, changed_by, is_stopped, reason)
-- target_deliveries: insert, select, update (attempts, due_at, ended_at, failure, state)
-- templates: delete, insert, select
-- test_payment_confirmations: insert, select
-- transfer_alarms: insert, select, update
-- transfer_watch: delete, insert, select, update
-- transfer_watches: delete, insert, select, update (done_at)
-- vote_facts: insert, select, update
-- vote_signatures: insert, select
-- watch_state: insert, select, update
-- withdrawal_requests: insert, select, update (expires_at, state, updated_at, version)
-- worker_leases: delete, insert, select, update

-- mirror_build_index(): execute
-- mirror_defer_indexes(): execute
