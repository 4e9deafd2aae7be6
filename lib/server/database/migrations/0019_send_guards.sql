-- A hold of this kind follows two complete walks that found nothing; the second was not counted before. Sending again now
-- needs both (docs/specification/send-protocol.md#send-again).
UPDATE "sends" SET "misses" = 2 WHERE "state" = 'HOLD' AND "hold" ->> 'kind' = 'not-found' AND "misses" < 2;
