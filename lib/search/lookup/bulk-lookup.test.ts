import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countOutcomes,
  listTermsToAsk,
  LOOKUP_OUTCOMES,
  type LookupRequest,
  type LookupRow,
  matchTermsToRows,
  mergeRows,
  uniqueTerms,
} from '@/lib/search/lookup/bulk-lookup';
import type { SendState } from '@/lib/sends/send-machine';

const transfer = (id: string) => ({ id, flaws: [] });
const row = (term: string, change: Partial<LookupRow> = {}): LookupRow => ({
  term,
  items: [],
  requests: [],
  check: 'not-asked',
  ...change,
});

/** Creates a request in a state of its send, or one that was rejected. */
function request(id: string, sent?: { state: SendState; transferId?: string; isAmbiguous?: boolean }): LookupRequest {
  const times = { createdAt: '2026-11-12T10:00:00Z', expiresAt: '2026-11-13T10:00:00Z' };
  const summary = { state: sent ? ('APPROVED' as const) : ('REJECTED' as const), requesterName: 'finance', ...times };
  const send = sent && { state: sent.state, isClosed: false, transferStatus: null };
  return {
    ...summary,
    id,
    refId: id,
    recipientName: null,
    isMine: false,
    body: {
      ref_id: id,
      profile_id: 'p',
      asset: 'ETH',
      crypto_network: 'ETHEREUM',
      destination_address: 'x',
      amount: '1',
    },
    approvals: { given: 2, required: 2, void: [] },
    send: send ?? null,
    outcome: {
      ...summary,
      approvals: { given: 2, required: 2 },
      isExpired: false,
      rejection: null,
      changedAt: times.createdAt,
      send: send
        ? {
            ...send,
            isAmbiguous: sent.isAmbiguous ?? false,
            changedAt: times.createdAt,
            transferId: sent.transferId ?? null,
            hold: null,
            declineReason: null,
          }
        : null,
    },
  };
}

describe('the lines of a bulk lookup', () => {
  it('keep the pasted order, and count each term once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('INV-1', 'inv-1', 'INV-2', 'Inv-3', 'INV-4'), { maxLength: 40 }),
        (terms) => {
          const asked = uniqueTerms(terms);
          const rows = asked.map((term, index) => row(term, index % 2 ? { items: [transfer(term)] } : {}));
          const lines = matchTermsToRows(terms, rows);
          expect(lines.map(({ term }) => term)).toEqual(terms);
          expect(lines.map(({ place }) => place)).toEqual(terms.map((_, index) => index + 1));
          for (const { term, repeats, place } of lines)
            expect(repeats ?? place).toBe(terms.findIndex((other) => other.toLowerCase() === term.toLowerCase()) + 1);
          const { repeats, ...outcomes } = countOutcomes(lines);
          expect(LOOKUP_OUTCOMES.reduce((sum, outcome) => sum + outcomes[outcome], 0)).toBe(asked.length);
          expect(asked.length + repeats).toBe(terms.length);
        },
      ),
    );
  });

  it.each<[string, Partial<LookupRow>, string | undefined]>([
    ['a transfer', { items: [transfer('t')] }, 'found'],
    ['two transfers', { items: [transfer('t'), transfer('u')] }, 'several'],
    ['a request that was never sent', { requests: [request('r')] }, 'requested'],
    [
      'a transfer and its own request',
      { items: [transfer('t')], requests: [request('r', { state: 'ACCEPTED', transferId: 't' })] },
      'found',
    ],
    [
      'a transfer and a request with its reference',
      { items: [{ ...transfer('t'), ref_id: 'R' }], requests: [request('r')] },
      'found',
    ],
    [
      'a transfer and another request that was never sent',
      { items: [transfer('t')], requests: [request('r')] },
      'several',
    ],
    ['nothing, as the service says too', { check: 'answered' }, 'missing'],
    ['nothing, while the service failed', { check: 'failed' }, 'unchecked'],
    ['nothing, while the service was not asked', {}, 'unchecked'],
  ])('with %s have their outcome', (_name, change, outcome) => {
    expect(matchTermsToRows(['INV-1'], [row('inv-1', change)])).toMatchObject([{ outcome }]);
  });

  it('stand without an outcome where the answer has no row for the term', () => {
    const lines = matchTermsToRows(['INV-1', 'INV-2'], [row('inv-2', { check: 'answered' })]);
    expect(lines.map(({ outcome }) => outcome)).toEqual([undefined, 'missing']);
    expect(countOutcomes(lines)).toMatchObject({ missing: 1, found: 0, repeats: 0 });
  });

  it('show a transfer beside the request that it was sent for, and other requests after them', () => {
    const own = request('own', { state: 'ACCEPTED', transferId: 't' });
    const [line] = matchTermsToRows(['a'], [row('a', { items: [transfer('t')], requests: [request('other'), own] })]);
    expect(line?.matches.map((match) => [match.transfer?.id, match.request?.id])).toEqual([
      ['t', 'own'],
      [undefined, 'other'],
    ]);
  });
});

it('asks the service for what has no transfer, but not for requests that were surely never sent', () => {
  const rows = [
    row('none'),
    row('found', { items: [transfer('t')] }),
    row('rejected', { requests: [request('r')] }),
    row('queued', { requests: [request('q', { state: 'QUEUED' })] }),
    row('queued-again', { requests: [request('q', { state: 'QUEUED', isAmbiguous: true })] }),
    row('unknown', { requests: [request('u', { state: 'UNKNOWN' })] }),
    row('sent', { requests: [request('s', { state: 'ACCEPTED', transferId: 'x' })] }),
  ];
  expect(listTermsToAsk(rows)).toEqual(['none', 'queued-again', 'unknown', 'sent']);
});

it('replaces the rows that a later answer has, ignoring case', () => {
  const rows = [row('a'), row('B')];
  expect(mergeRows(rows, [row('b', { check: 'answered' })])).toEqual([row('a'), row('b', { check: 'answered' })]);
});
