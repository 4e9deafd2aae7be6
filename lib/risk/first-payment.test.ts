import { describe, expect, it } from 'vitest';
import { describeFirstPayment, findFirstPayment, labelFirstPayment } from '@/lib/risk/first-payment';

describe('the first payment to a recipient', () => {
  it.each([
    ['Never paid before.', 'ever'],
    ['Never paid with this memo. 4 payments to this address with another memo or none.', 'ever'],
    ['First time from this console, paid 2 times elsewhere. Last on 3 March 2026.', 'here'],
    ['First time from this console on Stellar with this memo. Paid once elsewhere.', 'here'],
    ['Never paid from this console. Paid 2 times elsewhere, last on 3 March 2026.', 'here'],
    ['Paid 12 times from this console, last on 3 March 2026.', null],
    ['Paid once from this console, last on 3 March 2026, but never in ETH.', null],
  ] as const)('is read from its finding, whatever the policy was given: %s', (text, first) => {
    expect(findFirstPayment(text, true)).toBe(first);
    expect(findFirstPayment(text, false)).toBe(first);
  });

  it('claims only what the policy knew where the payments could not be checked', () => {
    expect(findFirstPayment(undefined, true)).toBe('here');
    expect(findFirstPayment(undefined, false)).toBeNull();
  });

  it('has one sentence for each fact', () => {
    expect([describeFirstPayment('ever'), describeFirstPayment('here')]).toEqual([
      'Never paid before',
      'First time from this console',
    ]);
    expect(labelFirstPayment('here')).toBe('first time from this console');
  });
});
