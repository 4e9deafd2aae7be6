-- Fields of the request that the service's record of the transfer leaves out (docs/specification/send-protocol.md#compared-fields);
-- null where the record was not compared yet, which is so for every transfer from before this migration.
ALTER TABLE "sends" ADD COLUMN "unconfirmed_fields" text[];
--> statement-breakpoint
CREATE INDEX "sends_unconfirmed" ON "sends" ("updated_at" DESC) WHERE "unconfirmed_fields" <> '{}';
