import { expect, it } from 'vitest';
import type { OutcomeFacts } from '@/lib/requests/describe-outcome';
import { writeRequestSummary } from '@/lib/requests/write-summary';

const summary = {
  id: 'request-1',
  refId: 'INV-7',
  state: 'AWAITING_APPROVAL' as const,
  requesterName: 'Frida Finance',
  recipientName: 'Acme\u202E Ltd',
  isMine: false,
  createdAt: '2026-11-12T10:00:00Z',
  expiresAt: '2026-11-13T10:00:00Z',
  body: {
    profile_id: 'p',
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    asset: 'ETH',
    crypto_network: 'ETHEREUM' as const,
    ref_id: 'INV-7',
    amount: '1234.5',
    metadata: { note: 'internal' },
  },
  approvals: { given: 1, required: 2, void: [] },
  send: null,
  transferId: null,
};
const outcome: OutcomeFacts = { ...summary, isExpired: false, rejection: null, changedAt: summary.createdAt };

it('says the state of a request and what is missing, without names of people', () => {
  expect(writeRequestSummary({ ...summary, outcome })).toBe(
    [
      'Withdrawal request: Awaiting approval (1 of 2)',
      'Requested here on 12 Nov 2026, awaiting approval until 13 Nov 2026: 1 of 2 approvals given. Not sent yet.',
      'Still needed: 1 of 2 approvals',
      'Decision due: 13 Nov 2026, 10:00:00 UTC',
      'Amount: 1,234.5 ETH',
      'Network: Ethereum',
      'Recipient: Acme⟨U+202E⟩ Ltd',
      'Destination address: 0x52908400098527886E0F7030069857D2E4169EE7',
      'Requested: 12 Nov 2026, 10:00:00 UTC',
      'Reference: INV-7',
      'Request ID: request-1',
    ].join('\n'),
  );
});

it('says that a rejected request was never sent, without the approver’s name and reason', () => {
  const rejection = { personName: 'Anna Approver', at: '2026-11-13T09:00:00Z', reason: 'internal matter' };
  const text = writeRequestSummary({
    ...summary,
    state: 'REJECTED',
    outcome: { ...outcome, state: 'REJECTED', rejection },
  });
  expect(text).toContain('rejected on 13 Nov 2026');
  expect(text).toContain('Never sent.');
  expect(text).not.toMatch(/Anna|Frida|internal/);
  expect(text).not.toContain('Still needed');
});
