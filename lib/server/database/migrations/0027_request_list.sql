-- What the list of withdrawals filters and sorts by (docs/decisions/0031-one-list-of-withdrawals.md): members of the
-- body as columns that the database itself computes, so that they cannot differ from the bytes that are sent.
-- A member of the body as text, at most 200 characters; empty where the bytes have none. Never fails.
CREATE FUNCTION request_member(body bytea, member text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN coalesce(left(convert_from(body, 'UTF8')::json->>member, 200), '');
EXCEPTION WHEN others THEN
  RETURN '';
END $$;
--> statement-breakpoint
-- The asset in which the fixed value is counted (fixedValueOf in lib/withdrawals/body.ts).
CREATE FUNCTION request_fixed_asset(body bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  members json;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  RETURN coalesce(left(CASE WHEN members->>'amount' IS NULL
    THEN coalesce(members->>'balance_asset', members->>'asset') ELSE members->>'asset' END, 200), '');
EXCEPTION WHEN others THEN
  RETURN '';
END $$;
--> statement-breakpoint
-- The fixed amount or total as an exact decimal; -1 where the bytes have none.
CREATE FUNCTION request_fixed_amount(body bytea) RETURNS numeric LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  members json;
BEGIN
  members := convert_from(body, 'UTF8')::json;
  RETURN coalesce(mirror_amount(coalesce(members->>'amount', members->>'total')), -1);
EXCEPTION WHEN others THEN
  RETURN -1;
END $$;
--> statement-breakpoint
ALTER TABLE "request_versions"
	ADD COLUMN "asset" text COLLATE "C" GENERATED ALWAYS AS (request_member(body, 'asset')) STORED NOT NULL,
	ADD COLUMN "network" text COLLATE "C" GENERATED ALWAYS AS (request_member(body, 'crypto_network')) STORED NOT NULL,
	ADD COLUMN "profile_id" text COLLATE "C" GENERATED ALWAYS AS (request_member(body, 'profile_id')) STORED NOT NULL,
	ADD COLUMN "fixed_asset" text COLLATE "C" GENERATED ALWAYS AS (request_fixed_asset(body)) STORED NOT NULL,
	ADD COLUMN "fixed_amount" numeric GENERATED ALWAYS AS (request_fixed_amount(body)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "request_versions_asset" ON "request_versions" USING btree ("asset");--> statement-breakpoint
CREATE INDEX "request_versions_network" ON "request_versions" USING btree ("network");--> statement-breakpoint
CREATE INDEX "request_versions_profile_id" ON "request_versions" USING btree ("profile_id");--> statement-breakpoint
-- By asset, then by amount: the smallest first, and the largest first. Equal amounts by request.
CREATE INDEX "request_versions_smallest" ON "request_versions" USING btree ("fixed_asset", "fixed_amount", "request_id");--> statement-breakpoint
CREATE INDEX "request_versions_largest" ON "request_versions" USING btree ("fixed_asset", (-"fixed_amount"), "request_id");--> statement-breakpoint
CREATE INDEX "request_versions_fixed_amount" ON "request_versions" USING btree ("fixed_amount");--> statement-breakpoint
-- The indexes of before sort with nulls last, which no statement asks for, so that no list could be read by them.
DROP INDEX "withdrawal_requests_newest";--> statement-breakpoint
DROP INDEX "withdrawal_requests_maker_newest";--> statement-breakpoint
CREATE INDEX "withdrawal_requests_created" ON "withdrawal_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_maker_created" ON "withdrawal_requests" USING btree ("maker_id","created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_state_created" ON "withdrawal_requests" USING btree ("state","created_at","id");--> statement-breakpoint
-- Requests of no batch, and the first ones of each group: a batch is one row of the list.
CREATE INDEX "withdrawal_requests_heads" ON "withdrawal_requests" USING btree ("created_at","id") WHERE group_position is null or group_position < 2;--> statement-breakpoint
CREATE INDEX "withdrawal_requests_maker_heads" ON "withdrawal_requests" USING btree ("maker_id","created_at","id") WHERE group_position is null or group_position < 2;--> statement-breakpoint
CREATE INDEX "withdrawal_requests_ref_text" ON "withdrawal_requests" USING gin (lower(ref_id) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sends_transfer_status" ON "sends" USING btree ("transfer_status");--> statement-breakpoint
CREATE INDEX "sends_refused" ON "sends" USING btree ("request_id") WHERE state = 'REFUSED';
