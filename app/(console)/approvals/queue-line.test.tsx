import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WaitingLine } from '@/app/(console)/approvals/queue-line';
import type { QueueItem } from '@/lib/requests/queue';

const NOW = Date.parse('2026-11-22T10:00:00Z');

/** Request that awaits approval, with the fields that the line shows. */
const item = (change: Partial<QueueItem> = {}) =>
  ({
    id: '3d0e4b1c-0000-4000-8000-000000000001',
    refId: 'INV-2291',
    requesterName: 'finance',
    recipientName: null,
    isMine: false,
    createdAt: '2026-11-22T09:00:00Z',
    expiresAt: '2026-11-22T10:30:00Z',
    approvals: { given: 1, required: 2, void: [] },
    ruleSentence: 'Two approvals.',
    leavesAt: null,
    firstPayment: 'here',
    riskLabels: ['similar address'],
    note: '',
    amountWithRemainder: null,
    body: {
      ref_id: 'INV-2291',
      profile_id: 'p-ops',
      asset: 'ETH',
      crypto_network: 'ETHEREUM',
      destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
      amount: '0.02',
    },
    ...change,
  }) as unknown as QueueItem;

const textOf = (shown: QueueItem, denialReason?: string) =>
  renderToStaticMarkup(
    <WaitingLine
      item={shown}
      index={0}
      now={NOW}
      href="/withdrawals/1"
      {...(denialReason !== undefined && { denialReason })}
    />,
  )
    .replaceAll(/<[^>]*aria-label="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

it('says how many approvals are given, which groups are missing, what was found, and when it expires', () => {
  const missingGroups = [{ group: 'Treasury leads', count: 1 }];
  const text = textOf(item({ approvals: { given: 1, required: 2, void: [], missingGroups } }));
  expect(text).toMatch(/1 of 2 approved.*missing 1 of Treasury leads/);
  expect(text).toContain('first time from this console');
  expect(textOf(item({ firstPayment: 'ever' }))).toContain('never paid before');
  expect(text).toContain('similar address');
  expect(text).toMatch(/expires in 30 ?min/);
});

it('of a test payment says what both parts are together', () => {
  expect(textOf(item({ amountWithRemainder: '1.5' }))).toMatch(/Test payment first, 1\.5 ETH in total/);
  expect(textOf(item())).not.toContain('Test payment first');
});

it('says why the reader cannot decide', () => {
  expect(textOf(item(), 'You made this request, so someone else must decide.')).toContain('someone else must decide');
});
