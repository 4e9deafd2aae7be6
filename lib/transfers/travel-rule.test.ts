import { describe, expect, it } from 'vitest';
import { explainTravelRuleHold } from '@/lib/transfers/travel-rule';

const held = { status: 'PENDING', secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED', detail: 'Who is it?' } };

describe('a transfer that the travel rule holds', () => {
  it('says what was given, what the service says, and what to do', () => {
    const explained = explainTravelRuleHold(held, { institution_details: { name: 'Grace & Co' } });
    expect(explained?.title).toBe('Travel rule: the service waits for details of the recipient');
    expect(explained?.detail).toBe(
      'The request named this beneficiary: Grace & Co (institution). The service says: “Who is it?”',
    );
    expect(explained?.next).toContain('do not request it again');
    expect(explainTravelRuleHold(held, null)?.detail).toContain('The request had no beneficiary.');
    expect(explainTravelRuleHold(held, undefined)?.detail).toBe('The service says: “Who is it?”');
    const rejected = { ...held, secondary_status: { name: 'TRAVEL_RULE_REJECTED', detail: 7 } };
    expect(explainTravelRuleHold(rejected, null)).toMatchObject({
      title: expect.stringContaining('rejected the details'),
      detail: 'The request had no beneficiary.',
    });
  });

  it('shows hidden characters of names that others wrote', () => {
    const explained = explainTravelRuleHold(held, { institution_details: { name: 'a\u202eb' } });
    expect(explained?.detail).toContain('U+202E');
  });

  it.each([
    ['a completed one', { ...held, status: 'COMPLETED' }],
    ['another reason', { ...held, secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' } }],
    ['no reason', { status: 'PENDING' }],
    ['an odd reason', { status: 'PENDING', secondary_status: { name: ['TRAVEL_RULE_INFO_REQUESTED'] } }],
  ])('is not %s', (_name, transfer) => expect(explainTravelRuleHold(transfer, null)).toBeUndefined());
});
