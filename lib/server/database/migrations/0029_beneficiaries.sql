-- The beneficiary that withdrawals to a recipient are filled in with, as it is sent; null for none. json, not jsonb,
-- which would change the order of the members.
ALTER TABLE recipients ADD COLUMN beneficiary json;
--> statement-breakpoint
ALTER TABLE recipients ADD CONSTRAINT recipients_beneficiary
  CHECK (beneficiary IS NULL OR json_typeof(beneficiary) = 'object');
