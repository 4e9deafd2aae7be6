import { describe, expect, it } from 'vitest';
import type { ServiceProblem } from '@/lib/problems';
import { decideOutcome, findDifferences, type PostObservation } from '@/lib/sends';
import { decodeTransfer } from '@/lib/transfer-records';
import type { Transfer } from '@/lib/transfers';
import type { WithdrawalBody } from '@/lib/withdrawals';

const BODY: WithdrawalBody = {
  ref_id: 'INV-1',
  profile_id: 'p-ops',
  asset: 'ETH',
  crypto_network: 'ETHEREUM',
  destination_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: '1.5',
};

function record(change: Record<string, unknown> = {}): Transfer {
  const time = '2026-11-20T10:00:00Z';
  const decoded = decodeTransfer({
    ...BODY,
    id: 't-1',
    customer_id: 'c',
    total: '1.6',
    fee: '0.1',
    direction: 'DEBIT',
    type: 'CRYPTO_WITHDRAWAL',
    status: 'PENDING',
    created_at: time,
    updated_at: time,
    ...change,
  });
  if (decoded.id === null) throw new Error('the record must be usable');
  return decoded;
}

const problem = (status: number, more: Partial<ServiceProblem> = {}): PostObservation => ({
  kind: 'problem',
  problem: { status, type: '', title: '', detail: '', meta: {}, isReadable: true, ...more },
});

// send-protocol.md, "what was seen" and "outcome", row by row: first attempt, and after an ambiguous one.
const ROWS: [string, PostObservation, string, string][] = [
  ['failed before the request line', { kind: 'not-sent', cause: 'ECONNREFUSED' }, 'QUEUED', 'UNKNOWN'],
  ['2xx, reference and fields equal', { kind: 'accepted-body', status: 200, transfer: record() }, 'ACCEPTED', 'ACCEPTED'],
  ['2xx with another reference', { kind: 'accepted-body', status: 200, transfer: record({ ref_id: 'INV-2' }) }, 'UNKNOWN', 'UNKNOWN'],
  ['2xx with another amount', { kind: 'accepted-body', status: 200, transfer: record({ amount: '1.51' }) }, 'UNKNOWN', 'UNKNOWN'],
  ['2xx that cannot be read', { kind: 'unreadable-body', status: 200 }, 'UNKNOWN', 'UNKNOWN'],
  ['timeout, reset or cut', { kind: 'lost', cause: 'ECONNRESET' }, 'UNKNOWN', 'UNKNOWN'],
  ...[302, 408, 425, 500, 502, 503, 504].map((status): [string, PostObservation, string, string] => [`${status}`, problem(status), 'UNKNOWN', 'UNKNOWN']),
  ['409 that shows nothing', problem(409), 'UNKNOWN', 'UNKNOWN'],
  ['409 that shows this withdrawal', { ...problem(409), existing: record() } as PostObservation, 'ACCEPTED', 'ACCEPTED'],
  ['409 that shows another', { ...problem(409), existing: record({ destination_address: '0x0' }) } as PostObservation, 'HOLD', 'HOLD'],
  ['429', problem(429, { retryAfterMs: 7000 }), 'QUEUED', 'UNKNOWN'],
  ['401', problem(401), 'QUEUED', 'UNKNOWN'],
  ...[400, 403, 404, 422].map((status): [string, PostObservation, string, string] => [`${status} with a readable body`, problem(status), 'REFUSED', 'UNKNOWN']),
  ['403 without a readable body', problem(403, { isReadable: false }), 'UNKNOWN', 'UNKNOWN'],
];

describe('decideOutcome', () => {
  it.each(ROWS)('%s', (_name, seen, first, afterDoubt) => {
    expect(decideOutcome(seen, BODY, false).state).toBe(first);
    const second = decideOutcome(seen, BODY, true);
    expect(second.state).toBe(afterDoubt);
    // Only a matching record ends a doubt.
    expect(second.isAmbiguous).toBe(afterDoubt !== 'ACCEPTED');
  });

  it('passes on how long the service asks to wait', () => {
    expect(decideOutcome(problem(429, { retryAfterMs: 7000 }), BODY, false).retryAfterMs).toBe(7000);
  });
});

describe('findDifferences', () => {
  it('takes decimals by value and the letters of an EVM address without their case', () => {
    expect(findDifferences(BODY, record({ amount: '1.500', destination_address: BODY.destination_address.toLowerCase() }))).toEqual([]);
  });

  it.each([
    ['ref_id', 'x'],
    ['profile_id', 'x'],
    ['asset', 'BTC'],
    ['crypto_network', 'BASE'],
    ['destination_address', '0x0'],
    ['amount', '1.50001'],
    ['amount', '1e999'],
    ['amount', undefined],
    ['direction', 'CREDIT'],
    ['type', 'CRYPTO_DEPOSIT'],
  ])('sees another %s', (field, value) => {
    expect(findDifferences(BODY, record({ [field]: value }))).toEqual([field]);
  });
});
