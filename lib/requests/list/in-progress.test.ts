import { expect, it } from 'vitest';
import { type PendingTransfer, sortInProgress } from '@/lib/requests/list/in-progress';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { TransferRow } from '@/lib/transfers/transfer';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const MINUTE = 60_000;
const typical = { samples: 50, medianMs: 3 * MINUTE, p90Ms: 6 * MINUTE };

function pending(
  id: string,
  minutes: number,
  change: Partial<PendingTransfer> = {},
  row: Partial<TransferRow> = {},
): PendingTransfer {
  return { transfer: { id, flaws: [], ...row }, ageMs: minutes * MINUTE, typical, requestId: null, ...change };
}

const request = (id: string, minutes: number): RequestSummary => ({
  id,
  refId: `ref-${id}`,
  state: 'APPROVED',
  requesterName: 'finance',
  recipientName: null,
  isMine: false,
  send: null,
  approvals: { given: 2, required: 2, void: [] },
  createdAt: new Date(NOW - minutes * MINUTE).toISOString(),
  expiresAt: new Date(NOW).toISOString(),
  body: {
    profile_id: 'p',
    destination_address: 'a',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    ref_id: `ref-${id}`,
    amount: '1',
  },
});

it('separates delayed transfers, and lists the rest once each in order of age', () => {
  const late = pending('late', 7);
  const held = pending('held', 1, {}, { secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } });
  const detailed = pending('detailed', 1, {}, { status_details: { stale_fee_quote: {} } });
  const fewSamples = pending('fewSamples', 900, { typical: { ...typical, samples: 3 } });
  const ours = pending('ours', 4, { requestId: 'r-ours' });
  const sorted = sortInProgress(
    [fewSamples, late, ours, held, detailed],
    [request('r-new', 2), request('r-ours', 5), request('r-old', 30)],
    NOW,
  );
  expect(sorted.delayed).toEqual([late, held, detailed]);
  expect(sorted.onTime.map((item) => (item.kind === 'transfer' ? item.pending.transfer.id : item.request.id))).toEqual([
    'fewSamples',
    'r-old',
    'ours',
    'r-new',
  ]);
});

it('does not count a settled reason as a delay, but still counts the time', () => {
  const reason = { status_details: { stale_fee_quote: {} }, isSettled: true } as const;
  const settled = pending('settled', 1, {}, reason);
  const late = pending('late', 7, {}, reason);
  expect(sortInProgress([settled, late], [], NOW)).toMatchObject({
    delayed: [late],
    onTime: [{ pending: { transfer: { id: 'settled' } } }],
  });
});

it('leaves the request of a delayed transfer out of the rest', () => {
  expect(sortInProgress([pending('ours', 60, { requestId: 'r' })], [request('r', 61)], NOW).onTime).toEqual([]);
});
