DROP INDEX "known_addresses_signature";--> statement-breakpoint
CREATE INDEX "known_addresses_signature" ON "known_addresses" USING gin ("signature") WITH (fastupdate=false);