-- Totals say what came in and what went out: the balance change of completed transfers, in the asset of the balance.
-- No transfer is written between the count below and the new trigger.
LOCK TABLE mirror_transfers IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
TRUNCATE mirror_totals;
--> statement-breakpoint
ALTER TABLE mirror_totals
  DROP CONSTRAINT mirror_totals_kind,
  ADD COLUMN balance_asset text COLLATE "C" NOT NULL,
  ADD COLUMN without_total bigint NOT NULL,
  ADD COLUMN notional numeric NOT NULL,
  ADD COLUMN notional_transfers bigint NOT NULL,
  ADD CONSTRAINT mirror_totals_kind PRIMARY KEY (
    asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset);
--> statement-breakpoint
-- The conditions of mirror_amount written out: a call of the function takes ten times as long, and this runs for every
-- row that is stored. lib/server/mirror/totals.ts has the same expressions; a test compares both.
CREATE OR REPLACE FUNCTION mirror_count() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;
--> statement-breakpoint
INSERT INTO mirror_totals (asset, network, type, direction, status, secondary_status, profile_id, has_problem,
  balance_asset, transfers, amount, total, fee, without_total, notional, notional_transfers)
SELECT asset, network, type, direction, status, secondary_status, profile_id, has_problem, balance_asset,
  count(*), coalesce(sum(amount), 0), coalesce(sum(total), 0), coalesce(sum(fee), 0),
  count(*) FILTER (WHERE total IS NULL), coalesce(sum(notional), 0), count(notional)
FROM (
  SELECT mirror_transfers.*, left(coalesce(nullif(record->>'balance_asset', ''), asset), 200) AS balance_asset,
    CASE WHEN record->>'notional_value' ~ '^[0-9]*[.]?[0-9]+$' AND length(record->>'notional_value') <= 121
      THEN (record->>'notional_value')::numeric END AS notional
  FROM mirror_transfers
) counted
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
