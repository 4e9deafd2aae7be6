-- Transfers that prices are read from (lib/server/mirror/asset-price.ts). Dust is left out, so that no number of small
-- deposits pushes the others out of reach.
CREATE INDEX "mirror_transfers_priced" ON "mirror_transfers" USING btree ("asset","created_at","id") WHERE type in ('CRYPTO_WITHDRAWAL', 'CRYPTO_DEPOSIT') and status = 'COMPLETED' and mirror_amount(record->>'notional_value') >= 10 and amount + coalesce(fee, 0) > 0;
