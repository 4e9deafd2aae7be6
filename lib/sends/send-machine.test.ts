import { describe, expect, it } from 'vitest';
import type { ServiceProblem } from '@/lib/http/problems';
import { decideOutcome, decideReconciliation, mayTrustReference, type PostObservation } from '@/lib/sends/send-machine';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { Transfer } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const BODY: WithdrawalBody = {
  ref_id: 'INV-1',
  profile_id: 'p-ops',
  asset: 'ETH',
  crypto_network: 'ETHEREUM',
  destination_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: '1.5',
};

// A little after the transfer's own time: clocks differ.
const FIRST = { wasAmbiguous: false, requestedAt: new Date('2026-11-20T10:09:00Z') };

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

// docs/specification/send-protocol.md#outcomes: the state after a first attempt, and after an ambiguous one.
const ROWS: [string, PostObservation, string, string][] = [
  ['failed before the request line', { kind: 'not-sent', cause: 'ECONNREFUSED' }, 'QUEUED', 'UNKNOWN'],
  [
    '2xx, reference and fields equal',
    { kind: 'accepted-body', status: 200, transfer: record() },
    'ACCEPTED',
    'ACCEPTED',
  ],
  [
    '2xx with another reference',
    { kind: 'accepted-body', status: 200, transfer: record({ ref_id: 'INV-2' }) },
    'UNKNOWN',
    'UNKNOWN',
  ],
  [
    '2xx with another amount',
    { kind: 'accepted-body', status: 200, transfer: record({ amount: '1.51' }) },
    'UNKNOWN',
    'UNKNOWN',
  ],
  ['2xx that cannot be read', { kind: 'unreadable-body', status: 200 }, 'UNKNOWN', 'UNKNOWN'],
  ['timeout, reset or cut', { kind: 'lost', cause: 'ECONNRESET' }, 'UNKNOWN', 'UNKNOWN'],
  ...[302, 408, 425, 500, 502, 503, 504].map((status): [string, PostObservation, string, string] => [
    `${status}`,
    problem(status),
    'UNKNOWN',
    'UNKNOWN',
  ]),
  ['409 without the existing transfer', problem(409), 'UNKNOWN', 'UNKNOWN'],
  ['409 with this withdrawal', { ...problem(409), existing: record() } as PostObservation, 'ACCEPTED', 'ACCEPTED'],
  [
    '409 with a transfer from before the request',
    { ...problem(409), existing: record({ created_at: '2026-11-20T09:58:59Z' }) } as PostObservation,
    'HOLD',
    'HOLD',
  ],
  [
    '409 with a transfer of unknown time',
    { ...problem(409), existing: record({ created_at: 'then' }) } as PostObservation,
    'ACCEPTED',
    'ACCEPTED',
  ],
  [
    '409 with another transfer',
    { ...problem(409), existing: record({ destination_address: '0x0' }) } as PostObservation,
    'HOLD',
    'HOLD',
  ],
  ['429', problem(429, { retryAfterMs: 7000 }), 'QUEUED', 'UNKNOWN'],
  ['401', problem(401), 'QUEUED', 'UNKNOWN'],
  ...[400, 403, 404, 422].map((status): [string, PostObservation, string, string] => [
    `${status} with a readable body`,
    problem(status),
    'REFUSED',
    'UNKNOWN',
  ]),
  ['403 without a readable body', problem(403, { isReadable: false }), 'UNKNOWN', 'UNKNOWN'],
];

describe('decideOutcome', () => {
  it.each(ROWS)('%s', (_name, observation, first, afterAmbiguous) => {
    expect(decideOutcome(observation, BODY, FIRST).state).toBe(first);
    const second = decideOutcome(observation, BODY, { ...FIRST, wasAmbiguous: true });
    expect(second.state).toBe(afterAmbiguous);
    // Only a matching transfer ends the uncertainty.
    expect(second.isAmbiguous).toBe(afterAmbiguous !== 'ACCEPTED');
  });

  it('counts an attempt unless the service cannot have begun with it', () => {
    const counted = ROWS.filter(([, observation]) => decideOutcome(observation, BODY, FIRST).isPost).map(
      ([name]) => name,
    );
    const all = ROWS.map(([name]) => name);
    expect(all.filter((name) => !counted.includes(name))).toEqual(['failed before the request line', '429', '401']);
  });

  it('tells a stop from a service that cannot be reached', () => {
    expect(decideOutcome({ kind: 'not-sent', cause: 'stopped', reason: 'stopped' }, BODY, FIRST)).toMatchObject({
      state: 'QUEUED',
      reason: 'stopped',
    });
  });

  it('says what the reference belongs to where it holds a send', () => {
    const observation: PostObservation = { ...problem(409), existing: record({ amount: '9' }) } as PostObservation;
    expect(decideOutcome(observation, BODY, FIRST).hold).toEqual({
      kind: 'differs',
      transferId: 't-1',
      differences: ['amount'],
    });
  });

  it('passes on how long the service asks to wait', () => {
    expect(decideOutcome(problem(429, { retryAfterMs: 7000 }), BODY, FIRST).retryAfterMs).toBe(7000);
  });
});

describe('decideReconciliation', () => {
  const rules = { maxAttempts: 3, resendPolicy: 'reconcile-first' } as const;
  const decide = (transfers: Transfer[], { isComplete = true, hasUnreadable = false, misses = 0, posts = 1 } = {}) =>
    decideReconciliation(
      { isComplete, sighting: { transfers, hasUnreadable } },
      { body: BODY, requestedAt: FIRST.requestedAt, posts, misses },
      rules,
    );
  const other = record({ id: 't-2', amount: '9' });

  it('holds one that was made before the request', () => {
    const hold = { kind: 'differs', transferId: 't-1', differences: ['created_at'] };
    expect(decide([record({ created_at: '2026-11-20T09:58:59Z' })])).toEqual({ kind: 'hold', hold, misses: 0 });
  });

  it('adopts the one transfer that is this withdrawal, however often a page repeated it', () => {
    expect(decide([record()])).toMatchObject({ kind: 'adopt', transfer: { id: 't-1' } });
    expect(decide([record(), record({ status: 'COMPLETED' })])).toMatchObject({
      kind: 'adopt',
      transfer: { status: 'COMPLETED' },
    });
    expect(decide([record()], { isComplete: false })).toMatchObject({ kind: 'adopt' });
  });

  it('holds what differs, and several, but only after a complete walk', () => {
    expect(decide([other])).toEqual({
      kind: 'hold',
      hold: { kind: 'differs', transferId: 't-2', differences: ['amount'] },
      misses: 0,
    });
    expect(decide([record(), other])).toEqual({
      kind: 'hold',
      hold: { kind: 'several', transferIds: ['t-1', 't-2'] },
      misses: 0,
    });
    for (const found of [[other], [record(), other]])
      expect(decide(found, { isComplete: false })).toMatchObject({ kind: 'wait', misses: 0, isInconclusive: true });
  });

  it('sends again only after the second complete walk that saw nothing', () => {
    expect(decide([])).toEqual({ kind: 'wait', misses: 1, isInconclusive: false });
    expect(decide([], { misses: 1 })).toEqual({ kind: 'send-again' });
    expect(decide([], { misses: 1, posts: 3 })).toEqual({
      kind: 'hold',
      hold: { kind: 'not-found', posts: 3 },
      misses: 2,
    });
    expect(
      decideReconciliation(
        { isComplete: true, sighting: { transfers: [], hasUnreadable: false } },
        { body: BODY, requestedAt: FIRST.requestedAt, posts: 1, misses: 1 },
        { ...rules, resendPolicy: 'manual' },
      ),
    ).toMatchObject({ kind: 'hold' });
  });

  it('holds what two complete walks did not list although the mirror has it', () => {
    const seen = { body: BODY, requestedAt: FIRST.requestedAt, posts: 1, misses: 1, mirroredId: 't-9' };
    const nothing = { isComplete: true, sighting: { transfers: [], hasUnreadable: false } };
    expect(decideReconciliation(nothing, seen, rules)).toEqual({
      kind: 'hold',
      hold: { kind: 'unlisted', transferId: 't-9' },
      misses: 0,
    });
    expect(decideReconciliation(nothing, { ...seen, misses: 0 }, rules)).toMatchObject({ kind: 'wait', misses: 1 });
  });

  it('leaves what is from before a restore to two people, also under trust-ref-id', () => {
    const lost = { body: BODY, requestedAt: FIRST.requestedAt, posts: 1, misses: 1, isBeforeRestore: true };
    const nothing = { isComplete: true, sighting: { transfers: [], hasUnreadable: false } };
    expect(decideReconciliation(nothing, lost, rules)).toEqual({
      kind: 'hold',
      hold: { kind: 'not-found', posts: 1, isBeforeRestore: true },
      misses: 2,
    });
    const found = { ...nothing, sighting: { ...nothing.sighting, transfers: [record()] } };
    expect(decideReconciliation(found, lost, rules)).toMatchObject({ kind: 'adopt' });
    const trusting = { maxAttempts: 3, resendPolicy: 'trust-ref-id' } as const;
    const lostAnswer = { posts: 1, lastReason: 'answer-lost', isMirrored: false };
    expect(mayTrustReference({ ...lostAnswer, isBeforeRestore: true }, trusting)).toBe(false);
  });

  it('takes no proof from a walk that did not end, or from an item that cannot be read', () => {
    expect(decide([], { misses: 1, isComplete: false })).toEqual({ kind: 'wait', misses: 1, isInconclusive: true });
    expect(decide([], { misses: 1, hasUnreadable: true })).toEqual({ kind: 'wait', misses: 1, isInconclusive: true });
    expect(decide([record()], { hasUnreadable: true })).toMatchObject({ kind: 'wait' });
  });
});

describe('mayTrustReference', () => {
  it('is true only under trust-ref-id, with attempts left, and not where the reference is taken or mirrored', () => {
    const rules = { maxAttempts: 3, resendPolicy: 'trust-ref-id' } as const;
    expect(mayTrustReference({ posts: 2, lastReason: 'answer-lost', isMirrored: false }, rules)).toBe(true);
    expect(mayTrustReference({ posts: 3, lastReason: 'answer-lost', isMirrored: false }, rules)).toBe(false);
    expect(mayTrustReference({ posts: 1, lastReason: 'reference-taken', isMirrored: false }, rules)).toBe(false);
    expect(mayTrustReference({ posts: 1, lastReason: 'answer-lost', isMirrored: true }, rules)).toBe(false);
    expect(
      mayTrustReference(
        { posts: 1, lastReason: 'answer-lost', isMirrored: false },
        { ...rules, resendPolicy: 'reconcile-first' },
      ),
    ).toBe(false);
  });
});
