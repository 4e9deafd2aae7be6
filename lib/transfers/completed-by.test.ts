import { describe, expect, it } from 'vitest';
import { readCompletedBy, readOutcomeTime } from '@/lib/transfers/completed-by';

const AT = '2026-11-12T10:05:00Z';

describe('the time of an outcome', () => {
  it.each<[string | undefined, string | undefined, string | undefined, string | undefined]>([
    ['COMPLETED', AT, AT, AT],
    ['FAILED', AT, AT, undefined],
    ['PENDING', AT, undefined, undefined],
    ['COMPLETED_PARTLY', AT, undefined, undefined],
    [undefined, AT, undefined, undefined],
    ['COMPLETED', undefined, undefined, undefined],
    ['COMPLETED', 'yesterday', undefined, undefined],
    ['COMPLETED', '\0', undefined, undefined],
  ])('of a record with status %s, changed at %s, is %s; completed by %s', (status, updated, outcome, completed) => {
    const record = { ...(status !== undefined && { status }), ...(updated !== undefined && { updated_at: updated }) };
    expect([readOutcomeTime(record), readCompletedBy(record)]).toEqual([outcome, completed]);
  });
});
