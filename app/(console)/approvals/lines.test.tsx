import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { EntryLine, RequestLine } from '@/app/(console)/approvals/lines';
import { listInbox } from '@/lib/requests/inbox/inbox';
import type { ApprovalQueue, QueueItem } from '@/lib/requests/queue';

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
    leavesAt: null,
    firstPayment: 'here',
    findings: [
      { id: 'similar-0', name: 'resembles Northwind', isGrave: true },
      { id: 'paid', name: 'first time from this console', isGrave: false },
    ],
    isChecked: true,
    note: '',
    amountWithRemainder: null,
    value: { usd: '108420.4', pricedAt: null },
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

const textOf = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]*aria-label="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const lineOf = (change: Partial<QueueItem> = {}, denialReason?: string) =>
  textOf(
    <RequestLine
      item={item(change)}
      now={NOW}
      href="/withdrawals/1"
      {...(denialReason !== undefined && { denialReason })}
    />,
  );

it('says what a request is about in a few words, and nothing twice', () => {
  const text = lineOf();
  expect(text).toContain('0.02 ETH ≈ 108,420 USD To 0x5290 8400 … E416 9EE7');
  expect(text).toContain('resembles Northwind first time from this console');
  expect(text).toMatch(/1 of 2 approved expires in 30 ?min/);
  expect(lineOf({ recipientName: 'Acme Payroll' })).not.toContain('0x');
  expect(lineOf({ recipientName: 'Acme\u202e Payroll' })).toContain('⟨U+202E⟩');
});

it('says that nothing is unusual only where nothing was found', () => {
  const calm = { findings: [] };
  expect(lineOf(calm)).toContain('nothing unusual');
  expect(lineOf({ ...calm, isChecked: false })).toMatch(/checking…(?!.*nothing unusual)/);
  expect(lineOf()).not.toContain('nothing unusual');
  expect(lineOf({ ...calm, approvals: { given: 0, required: 2, void: ['approver-one is suspended.'] } })).not.toContain(
    'nothing unusual',
  );
});

it('names a time only where it is short', () => {
  expect(lineOf({ expiresAt: '2026-11-23T10:00:00Z' })).not.toContain('expires');
  expect(lineOf({ expiresAt: '2026-11-23T09:20:00Z' })).toMatch(/expires in 23 h /);
  expect(lineOf({ leavesAt: '2026-11-22T14:00:00Z' })).toMatch(/leaves 22 Nov/);
  expect(lineOf()).not.toContain('leaves');
});

it('of a test payment says what both parts are together', () => {
  expect(lineOf({ amountWithRemainder: '1.5' })).toContain('test of 1.5 ETH');
  expect(lineOf()).not.toContain('test of');
});

it('says why the reader cannot decide', () => {
  expect(lineOf({}, 'You made this request, so someone else must decide.')).toContain('someone else must decide');
});

it('shows what is no single request as one line too', () => {
  const createdAt = '2026-11-22T09:00:00Z';
  const queue = {
    needsMe: [],
    batches: {
      needsMe: [
        {
          id: 'b',
          name: 'nov-suppliers',
          requesterName: 'finance',
          createdAt,
          count: 40,
          waiting: 39,
          value: null,
          totals: [{ asset: 'ETH', total: '5', count: 40 }],
          review: { approvals: { given: 1, required: 2 }, looks: 3, isGrave: true, addresses: 1 },
        },
        {
          id: 'b2',
          name: 'two assets',
          requesterName: 'finance',
          createdAt: '2026-11-22T09:30:00Z',
          count: 3,
          waiting: 3,
          value: { usd: '9000', pricedAt: null },
          totals: ['ETH', 'BTC'].map((asset) => ({ asset, total: '1', count: 1 })),
          review: { approvals: { given: 0, required: 2 }, looks: 0, isGrave: false, addresses: 0 },
        },
      ],
    },
    changes: {
      needsMe: [
        {
          id: 'c',
          kind: 'policy',
          subject: 'policy',
          proposedBy: 'admin',
          proposedAt: createdAt,
          comment: 'Two rules',
        },
      ],
    },
    planned: [
      {
        id: 'p',
        title: 'Rent',
        owner: 'finance',
        value: '2',
        asset: 'ETH',
        network: 'ETHEREUM',
        address: '0x',
        proposedAt: createdAt,
      },
    ],
    unresolved: [{ ...item(), id: 'u', send: { state: 'HOLD', isClosed: false, transferStatus: null } }],
  } as unknown as ApprovalQueue;
  const lines = listInbox(queue).map((entry, index) =>
    textOf(
      <EntryLine
        entry={entry}
        now={NOW}
        choice={{ id: entry.id, index, isChosen: false, onChoose: () => undefined }}
      />,
    ),
  );
  expect(lines).toEqual([
    expect.stringMatching(/5 ETH no price nov-suppliers 39 of 40 payments 3 need a look 1 to compare 1 of 2 approved/),
    expect.stringMatching(/≈ 9,000 USD two assets 3 payments in ETH and BTC nothing unusual 0 of 2 approved/),
    expect.stringMatching(/Policy.* Two rules · admin/),
    expect.stringContaining('2 ETH Rent · finance'),
    expect.stringContaining('On hold'),
  ]);
});
