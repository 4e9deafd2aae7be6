import { writeMoment } from '@/lib/time/write-day';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPdfLines } from '@/lib/documents/pdf-document';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import {
  type ConfirmationFacts,
  describeConfirmation,
  toPdfDocument,
  writeSummary,
} from '@/lib/transfers/confirmation';
import type { TransferRow } from '@/lib/transfers/transfer';

const transfer: TransferRow = {
  id: 'b1c0a3f2-0000-4000-8000-000000000001',
  ref_id: 'INV-2291',
  customer_id: 'customer-1',
  profile_id: 'profile-1',
  amount: '1234.50',
  fee: '.25',
  total: '1234.75',
  asset: 'PYUSD',
  balance_asset: 'USD',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'COMPLETED',
  created_at: '2026-11-12T10:00:00Z',
  updated_at: '2026-11-12T10:05:00Z',
  crypto_network: 'ETHEREUM',
  destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  crypto_tx_hash: `0x${'ab'.repeat(32)}`,
  memo: 'invoice 7',
  flaws: [],
};

const describeIt = (change: Partial<TransferRow> = {}, facts: Partial<ConfirmationFacts> = {}) =>
  describeConfirmation({
    transfer: { ...transfer, ...change },
    basis: { isLive: true, at: '2026-11-13T09:00:00Z' },
    isSandbox: false,
    desk: { name: 'Acme Treasury', address: [] },
    madeAt: '2026-11-13T09:00:01Z',
    ...facts,
  });

const valuesOf = (confirmation: ReturnType<typeof describeIt>) =>
  Object.fromEntries(confirmation.lines.map(({ label, value }) => [label, value]));

describe('a payment confirmation', () => {
  it('gives amounts, references, network, address, hash, status, times and what was checked', () => {
    const confirmation = describeIt({}, { approvals: 2, recipientName: 'Acme Ltd' });
    expect(valuesOf(confirmation)).toEqual({
      'Amount sent': '1,234.50 PYUSD',
      Fee: '0.25 PYUSD',
      'Total with fee': '1,234.75 USD',
      Recipient: 'Acme Ltd',
      Network: 'Ethereum',
      'Destination address': '0x52908400098527886E0F7030069857D2E4169EE7',
      Memo: 'invoice 7',
      'Transaction hash': `0x${'ab'.repeat(32)}`,
      Status: 'Completed',
      Type: 'Crypto withdrawal',
      Created: '12 Nov 2026, 10:00:00 UTC',
      'Last updated': '12 Nov 2026, 10:05:00 UTC',
      Reference: 'INV-2291',
      'Transfer ID': transfer.id,
      Profile: 'profile-1',
      'Approved by': '2 people',
    });
    expect(confirmation).toMatchObject({
      title: 'Payment confirmation',
      desk: { name: 'Acme Treasury', address: [] },
      notices: [],
      checked: 'Read from the service at 13 Nov 2026, 09:00:00 UTC.',
    });
    expect(confirmation.made).toBeUndefined();
    // The value is of amount and fee together, so it is never named as that of the amount.
    expect(valuesOf(describeIt({ notional_value: '1234.75' }))).toMatchObject({
      'Value with fee at the time': '1,234.75 USD',
    });
    expect(confirmation.lines.find(({ label }) => label === 'Transaction hash')?.link).toMatch(/^https:/);
    const address = confirmation.lines.find(({ label }) => label === 'Destination address');
    expect(address?.chunks?.join('')).toBe(address?.value);
  });

  it.each([
    ['COMPLETED', 'Payment confirmation', 'Amount received'],
    ['PENDING', 'Payment status: pending, not final', 'Amount being received'],
    ['FAILED', 'Payment failed', 'Amount not received'],
    ['constructor', 'Payment status: unknown', 'Amount'],
    [undefined, 'Payment status: unknown', 'Amount'],
  ])('with the status %s has the title %s', (status, title, label) => {
    const {
      title: given,
      notices,
      lines,
    } = describeIt({ direction: 'CREDIT', ...(status && { status }), ...(status === undefined && { status: '' }) });
    expect(given).toBe(title);
    expect(lines[0]?.label).toBe(label);
    expect(notices.join(' ').includes('not a confirmation of payment')).toBe(status !== 'COMPLETED');
  });

  it('of a failed payment says that nothing was charged', () => {
    const failed = describeIt({ status: 'FAILED' });
    expect(failed.lines.slice(0, 3).map(({ label }) => label)).toEqual([
      'Amount not sent',
      'Fee, not charged',
      'Total, not charged',
    ]);
    expect(failed.notices.join(' ')).toContain('the balance is unchanged');
  });

  it('says that a copy was not checked, and that a sandbox moves no money', () => {
    const { checked, made, notices } = describeIt(
      {},
      { basis: { isLive: false, at: '2026-11-13T08:00:00Z' }, isSandbox: true },
    );
    expect(checked).toBe(
      'Saved copy of the record of the service as of 13 Nov 2026, 08:00:00 UTC. The service was not asked again.',
    );
    expect(made).toBe('Made at 13 Nov 2026, 09:00:01 UTC.');
    expect(notices).toEqual(['Test environment: no real money moved.']);
  });

  it('never holds metadata, customer or identity', () => {
    const secret = 'internal only';
    const hidden = {
      customer_id: secret,
      identity_id: secret,
      account_id: secret,
      metadata: { note: secret },
      group_id: secret,
    };
    expect(JSON.stringify(describeIt(hidden))).not.toContain(secret);
  });

  it('has the same lines in the PDF, and holds in any record', () => {
    const text = fc.option(fc.string({ unit: 'binary', maxLength: 600 }), { nil: '' });
    const record = fc.record({
      amount: text,
      asset: text,
      status: text,
      direction: text,
      destination_address: text,
      crypto_network: text,
      memo: text,
      created_at: text,
    });
    fc.assert(
      fc.property(record, (change) => {
        const confirmation = describeIt(change);
        const document = toPdfDocument(confirmation);
        const facts = document.blocks.flatMap((block) => {
          if (block.kind === 'figures') return block.figures;
          return block.kind === 'facts' ? block.facts : [];
        });
        expect(facts.map(({ label, value }) => [label, typeof value === 'string' ? value : value.join('')])).toEqual(
          confirmation.lines.map(({ label, value }) => [label, value]),
        );
        expect(countPdfLines(document)).toBeLessThan(40);
        const summary = writeSummary(confirmation);
        // Every line is one of ours: no text from outside breaks it or hides in it.
        expect(summary.split('\n').length).toBeLessThanOrEqual(confirmation.lines.length + 3);
        expect(findHiddenCharacter(summary.replaceAll('\n', ' '))).toBeUndefined();
      }),
    );
  });
});

describe('a summary for a ticket', () => {
  it('is the title and the facts that a ticket needs', () => {
    const summary = writeSummary(describeIt({ status: 'PENDING' }, { approvals: 2 }));
    expect(summary).toBe(
      [
        'Payment status: pending, not final',
        'Amount being sent: 1,234.50 PYUSD',
        'Fee: 0.25 PYUSD',
        'Total with fee: 1,234.75 USD',
        'Network: Ethereum',
        'Destination address: 0x52908400098527886E0F7030069857D2E4169EE7',
        'Memo: invoice 7',
        `Transaction hash: 0x${'ab'.repeat(32)}`,
        'Status: Pending at the service',
        'Created: 12 Nov 2026, 10:00:00 UTC',
        'Last updated: 12 Nov 2026, 10:05:00 UTC',
        'Reference: INV-2291',
        `Transfer ID: ${transfer.id}`,
        'Read from the service at 13 Nov 2026, 09:00:00 UTC.',
      ].join('\n'),
    );
  });

  it('cuts what is too long', () => {
    expect(writeSummary(describeIt({ memo: 'x'.repeat(500) }))).toContain(`${'x'.repeat(400)}… (500 characters)`);
  });
});

it('gives a text that is no time unchanged', () => {
  expect(writeMoment('soon')).toBe('soon');
});
