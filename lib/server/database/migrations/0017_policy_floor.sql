-- Every withdrawal takes at least one approval. Older rows stay as they are and count as one.
ALTER TABLE "request_versions" ADD CONSTRAINT "request_versions_at_least_one" CHECK (required_approvals >= 1) NOT VALID;
--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_at_least_one" CHECK (not jsonb_path_exists(rules::jsonb, '$[*].then ? (@.kind == "approve" && (!(@.count >= 1) || (@.count >= 1) is unknown))')) NOT VALID;
--> statement-breakpoint
-- Whether the people who agreed on a policy knew that a limit also matches every asset without one, and that a recipient
-- is known by asset and amount. Earlier ones did not, and the policy page says where that makes a difference.
ALTER TABLE "policy_versions" ADD COLUMN "fails_closed" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "policy_versions" ALTER COLUMN "fails_closed" SET DEFAULT true;
--> statement-breakpoint
-- The default policy ends in its strictest rule. A policy that two people have changed is theirs and stays.
INSERT INTO "policy_versions" ("version", "rules")
SELECT 2, '[{"name": "Recipient new in this asset", "when": {"isNewRecipient": true}, "then": {"kind": "approve", "count": 2}}, {"name": "Large amount", "when": {"atLeast": {"BTC": "1", "ETH": "25", "SOL": "500", "LTC": "700", "BCH": "150", "USDC": "100000", "PYUSD": "100000", "USDG": "100000", "USDP": "100000", "PAXG": "25", "AAVE": "400", "LINK": "5000", "UNI": "10000"}}, "then": {"kind": "approve", "count": 2}}, {"name": "Known assets below their limit", "when": {"assets": ["BTC", "ETH", "SOL", "LTC", "BCH", "USDC", "PYUSD", "USDG", "USDP", "PAXG", "AAVE", "LINK", "UNI"]}, "then": {"kind": "approve", "count": 1}}, {"name": "Everything else", "when": {}, "then": {"kind": "approve", "count": 2}}]'
WHERE (SELECT count(*) = 1 AND bool_and("version" = 1 AND "proposal_id" IS NULL) FROM "policy_versions");
--> statement-breakpoint
-- To find whether a profile was ever used.
CREATE INDEX "request_versions_profile" ON "request_versions" USING btree ((facts->>'profileId'));
--> statement-breakpoint
-- Nothing that takes two people comes into force without them. At the end of the transaction: a proposal is confirmed
-- after its change is made. The tables' owner, who could switch this off, is left alone for migrations.
CREATE FUNCTION refuse_unconfirmed_version() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') AND NOT EXISTS (
    SELECT 1 FROM proposals WHERE id = NEW.proposal_id AND kind = TG_ARGV[0] AND state = 'CONFIRMED'
  ) THEN
    RAISE EXCEPTION 'a version of % needs a proposal that a second person confirmed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "policy_versions_confirmed" AFTER INSERT ON "policy_versions" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unconfirmed_version('policy');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "directory_versions_confirmed" AFTER INSERT ON "directory_versions" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unconfirmed_version('directory');
