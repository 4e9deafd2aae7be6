import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeTimeLimit } from '@/lib/policy/describe-time-limit';
import { explainOutcome, listLimitUses } from '@/lib/policy/describe-rule';
import type { PolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy } from '@/lib/policy/policy';
import { type PolicyRule, policyRuleSchema, storedPolicyRulesSchema } from '@/lib/policy/rules';
import {
  CALENDAR_UNITS,
  isOverLimit,
  LIMIT_SCOPES,
  measureOf,
  nextStarts,
  type TimeLimit,
  timeLimitSchema,
  type TimeUsage,
  windowAt,
} from '@/lib/policy/time-limits';
import { dayIn } from '@/lib/time/time-zone';

const HOUR_MS = 3_600_000;
const LIMIT: TimeLimit = {
  window: { kind: 'calendar', unit: 'day', zone: 'UTC' },
  by: ['profile'],
  limit: { kind: 'sum', limits: { USDC: '1500000' } },
};
const usage = (after: string | null, more: Partial<TimeUsage> = {}): TimeUsage[] => [
  { measure: measureOf(LIMIT), before: '0', after, ...more },
];
const FACTS: PolicyFacts = {
  asset: 'USDC',
  network: 'ETHEREUM',
  profileId: 'p-ops',
  makerId: 'requester-1',
  value: '10',
  isNewRecipient: false,
};
const ALL: PolicyRule = { name: 'All', when: {}, then: { kind: 'approve', count: 1 } };
const over = (then: PolicyRule['then'], overTime = LIMIT): PolicyRule => ({ name: 'Limit', when: { overTime }, then });

const lengthOf = (moment: string) => {
  const { from, until } = windowAt({ kind: 'calendar', unit: 'day', zone: 'Europe/Berlin' }, new Date(moment))!;
  return (until!.getTime() - from.getTime()) / HOUR_MS;
};

describe('windowAt', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Chatham', 'Africa/Cairo', 'Pacific/Apia'];

  it('holds its moment, and begins where the one before ends', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CALENDAR_UNITS),
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
        (unit, zone, moment) => {
          const { from, until } = windowAt({ kind: 'calendar', unit, zone }, moment)!;
          expect(from <= moment && moment < until!).toBe(true);
          expect(windowAt({ kind: 'calendar', unit, zone }, until!)!.from).toEqual(until);
          expect(windowAt({ kind: 'calendar', unit, zone }, new Date(from.getTime() - 1))!.until).toEqual(from);
          const first = dayIn(zone, from);
          if (unit === 'week') expect(new Date(`${first}T00:00:00Z`).getUTCDay()).toBe(1);
          if (unit === 'month') expect(first.endsWith('-01')).toBe(true);
        },
      ),
    );
  });

  it('follows the clocks: a day has 23 or 25 hours where they change', () => {
    expect(['2026-03-29T12:00:00Z', '2026-10-25T12:00:00Z', '2026-10-26T12:00:00Z'].map(lengthOf)).toEqual([
      23, 25, 24,
    ]);
    // A minute before and after midnight in Berlin, both on one day in UTC.
    const days = ['2026-11-21T22:59:00Z', '2026-11-21T23:01:00Z'].map((moment) =>
      windowAt({ kind: 'calendar', unit: 'day', zone: 'Europe/Berlin' }, new Date(moment))!.from.toISOString(),
    );
    expect(days).toEqual(['2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z']);
  });

  it('is unknown in a time zone that this machine does not know', () => {
    expect(windowAt({ kind: 'calendar', unit: 'day', zone: 'Mars/Base' }, new Date())).toBeUndefined();
  });
});

describe('nextStarts', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Chatham', 'Africa/Cairo', 'Pacific/Apia'];

  it('gives at least the start of the next window, also of a month in which the clocks are set back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CALENDAR_UNITS),
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
        (unit, zone, moment) => {
          const window = { kind: 'calendar', unit, zone } as const;
          const starts = [...nextStarts(window, moment)];
          expect(starts[0]).toEqual(windowAt(window, moment)!.until);
          expect(starts).toEqual(starts.toSorted((one, other) => one.getTime() - other.getTime()));
          expect(starts.at(-1)!.getTime() - moment.getTime()).toBeLessThanOrEqual(32 * 24 * HOUR_MS);
        },
      ),
    );
    const october = { kind: 'calendar', unit: 'month', zone: 'Europe/Berlin' } as const;
    expect([...nextStarts(october, new Date('2026-09-30T22:00:00Z'))]).toEqual([new Date('2026-10-31T23:00:00Z')]);
  });
});

describe('the schema', () => {
  const window = (value: unknown) => ({ ...LIMIT, window: value });
  const limit = (value: unknown) => ({ ...LIMIT, limit: value });

  it.each([
    ['zero', limit({ kind: 'sum', limits: { USDC: '0' } })],
    ['a negative limit', limit({ kind: 'sum', limits: { USDC: '-1' } })],
    ['an overflow', limit({ kind: 'value', currency: 'USD', limit: '1'.repeat(31) })],
    ['an exponent', limit({ kind: 'value', currency: 'USD', limit: '1e9' })],
    ['another currency', limit({ kind: 'value', currency: 'EUR', limit: '1' })],
    ['no limit', limit({ kind: 'sum', limits: {} })],
    ['no request', limit({ kind: 'count', limit: 0 })],
    ['too many requests', limit({ kind: 'count', limit: 1_000_001 })],
    ['half a request', limit({ kind: 'count', limit: 1.5 })],
    ['no hour', window({ kind: 'hours', hours: 0 })],
    ['more than 30 days', window({ kind: 'hours', hours: 721 })],
    ['half an hour', window({ kind: 'hours', hours: 0.5 })],
    ['no number', window({ kind: 'hours', hours: Number.NaN })],
    ['an unknown time zone', window({ kind: 'calendar', unit: 'day', zone: 'Mars/Base' })],
    ['a year', window({ kind: 'calendar', unit: 'year', zone: 'UTC' })],
    ['a scope twice', { ...LIMIT, by: ['profile', 'profile'] }],
    ['an unknown scope', { ...LIMIT, by: ['continent'] }],
    ['an unknown member', { ...LIMIT, burst: 1 }],
  ])('refuses %s', (_what, value) => {
    expect(timeLimitSchema.safeParse(value).success).toBe(false);
  });

  it('lets only a rule with a limit over time make a withdrawal wait', () => {
    expect(policyRuleSchema.safeParse(over({ kind: 'wait' })).success).toBe(true);
    expect(policyRuleSchema.safeParse({ ...ALL, then: { kind: 'wait' } }).success).toBe(false);
  });

  it('reads a stored policy with a time zone that this machine does not know; its limit is exceeded', () => {
    const stored = over(
      { kind: 'approve', count: 3 },
      { ...LIMIT, window: { kind: 'calendar', unit: 'day', zone: 'Mars/Base' } },
    );
    const rules = storedPolicyRulesSchema.parse([stored, ALL]);
    expect(evaluatePolicy(rules, FACTS)).toMatchObject({ count: 3 });
  });
});

describe('isOverLimit', () => {
  it('is true above the limit, for what is unknown or not measured, and for an asset without a limit', () => {
    expect(isOverLimit(LIMIT, 'USDC', usage('1500000.00'))).toBe(false);
    expect(isOverLimit(LIMIT, 'USDC', usage('1500000.000001'))).toBe(true);
    expect(isOverLimit(LIMIT, 'USDC', usage(null))).toBe(true);
    expect(isOverLimit(LIMIT, 'USDC', [])).toBe(true);
    expect(isOverLimit(LIMIT, 'USDC', undefined)).toBe(true);
    expect(isOverLimit(LIMIT, 'constructor', usage('1'))).toBe(true);
  });

  it('finds the use of a limit that differs only in its numbers, in whatever order its scopes stand', () => {
    const scopes = fc.shuffledSubarray([...LIMIT_SCOPES]);
    fc.assert(
      fc.property(scopes, fc.integer({ min: 1, max: 720 }), fc.integer({ min: 1, max: 99 }), (by, hours, most) => {
        const limit: TimeLimit = { window: { kind: 'hours', hours }, by, limit: { kind: 'count', limit: most } };
        const other: TimeLimit = { ...limit, by: by.toReversed(), limit: { kind: 'count', limit: 50 } };
        expect(measureOf(limit)).toBe(measureOf(other));
        const usages = [{ measure: measureOf(other), before: '0', after: `${most}` }];
        expect(isOverLimit(limit, 'ETH', usages)).toBe(false);
        expect(isOverLimit({ ...limit, window: { kind: 'hours', hours: (hours % 720) + 1 } }, 'ETH', usages)).toBe(
          true,
        );
      }),
    );
  });
});

const factsAt = (after: string) => ({ ...FACTS, overTime: usage(after) });

describe('evaluatePolicy', () => {
  it('applies the rule above its limit alone', () => {
    const rules = [over({ kind: 'approve', count: 3 }), ALL];
    expect(evaluatePolicy(rules, factsAt('1500000'))).toMatchObject({ ruleNumber: 2, count: 1 });
    expect(evaluatePolicy(rules, factsAt('1500001'))).toMatchObject({ ruleNumber: 1, count: 3 });
  });

  it('lets a rule that waits leave the approvals to those that follow', () => {
    const rules = [over({ kind: 'wait' }), ALL];
    expect(evaluatePolicy(rules, factsAt('1500001'))).toMatchObject({ ruleNumber: 2, count: 1, waitsFor: [1] });
    expect(evaluatePolicy(rules, factsAt('1'))).toMatchObject({ ruleNumber: 2, waitsFor: [] });
    expect(evaluatePolicy([over({ kind: 'wait' })], factsAt('1500001'))).toMatchObject({
      kind: 'refuse',
      ruleNumber: 0,
    });
  });

  it('asks the rules after one without a limit for the asset as well, and never less', () => {
    const rules = [over({ kind: 'approve', count: 2 }), { ...ALL, then: { kind: 'approve' as const, count: 4 } }];
    expect(evaluatePolicy(rules, { ...factsAt('1'), asset: 'BTC' })).toMatchObject({ count: 4 });
    expect(evaluatePolicy([rules[0]!, ALL], { ...factsAt('1'), asset: 'BTC' })).toMatchObject({ count: 2 });
  });
});

describe('sentences', () => {
  it('describe a limit', () => {
    expect(describeTimeLimit(LIMIT)).toBe(
      'if the total for the profile, this withdrawal included, is more than 1,500,000 USDC (any amount of an asset ' +
        'without a limit here) in a day (UTC)',
    );
    expect(
      describeTimeLimit({
        window: { kind: 'hours', hours: 24 },
        by: ['recipient', 'requester'],
        limit: { kind: 'count', limit: 5 },
      }),
    ).toBe(
      'if the number of requests for the requester and the recipient, this withdrawal included, is more than 5 in 24 hours',
    );
    expect(
      describeTimeLimit({
        window: { kind: 'hours', hours: 1 },
        by: [],
        limit: { kind: 'value', currency: 'USD', limit: '1000000' },
      }),
    ).toBe('if the total, this withdrawal included, is more than 1,000,000 USD in one hour');
  });

  it('say how much is used', () => {
    const now = new Date('2026-11-22T12:00:00Z');
    const measured = { at: new Date('2026-11-22T00:00:00Z'), now };
    const uses = (
      after: string | null,
      at = measured,
      more: Partial<TimeUsage> = {},
      facts: Partial<PolicyFacts> = {},
    ) =>
      listLimitUses(
        [over({ kind: 'approve', count: 2 }), ALL],
        { ...FACTS, ...facts, overTime: usage(after, more) },
        at,
      );
    expect(uses('1240000')).toEqual([
      {
        text: '1,240,000 of 1,500,000 USDC sent and waiting today (UTC) for this profile, this one included',
        isOver: false,
      },
    ]);
    expect(uses('1600000', { at: new Date('2026-11-21T23:59:59Z'), now })).toEqual([
      {
        text: '1,600,000 USDC sent and waiting that day (UTC) for this profile, this one included, is more than 1,500,000 USDC',
        isOver: true,
      },
    ]);
    expect(uses(null, measured, { unknown: 'the copy is old' })).toEqual([
      {
        text: 'Unknown use of 1,500,000 USDC today (UTC) for this profile, which counts as over the limit: the copy is old.',
        isOver: true,
      },
    ]);
    expect(uses('1', measured, { price: { usd: '2' } })[0]?.text).toMatch(/this one included \(1 USDC = 2 USD\)$/);
    expect(uses('1', measured, { price: { usd: '1' } })[0]?.text).not.toContain('(1 ');
    expect(uses('1', measured, { price: { usd: '2', at: '2026-11-20T00:00:00Z' } })[0]?.text).toMatch(
      /\(1 USDC = 2 USD, a price of 20 Nov 2026\)$/,
    );
    expect(uses('1', measured, { price: { usd: '96499.901' } })[0]?.text).toContain('(1 USDC ≈ 96,500 USD)');
    const wait = { until: '2026-11-24T00:00:00.000Z', ruleNumber: 1 };
    expect(uses('9', measured, {}, { wait })).toEqual([
      {
        text: '9 of 1,500,000 USDC sent and waiting on 24 Nov (UTC) for this profile, this one included, when it leaves',
        isOver: false,
      },
    ]);
    const month: TimeLimit = { ...LIMIT, window: { kind: 'calendar', unit: 'month', zone: 'Europe/Berlin' } };
    const atNewYear = { ...FACTS, wait: { until: '2026-12-31T23:00:00.000Z', ruleNumber: 1 } };
    const overTime = [{ measure: measureOf(month), before: '0', after: '9' }];
    expect(listLimitUses([over({ kind: 'wait' }, month)], { ...atNewYear, overTime }, measured)[0]?.text).toBe(
      '9 of 1,500,000 USDC sent and waiting in Jan 2027 (Europe/Berlin) for this profile, this one included, when it leaves',
    );
    // A rule about other withdrawals says nothing about this one.
    const other = { ...over({ kind: 'wait' }), when: { overTime: LIMIT, assets: ['BTC'] } };
    expect(listLimitUses([other], { ...FACTS, overTime: usage('1') }, measured)).toEqual([]);
  });

  it('show no limit that an earlier rule overrules', () => {
    const exceeded = { ...FACTS, overTime: usage('1600000') };
    const limit = over({ kind: 'refuse', reason: 'Enough.' });
    const measured = { at: new Date(0), now: new Date(0) };
    const first = (when: PolicyRule['when']): PolicyRule => ({ ...ALL, when });
    const uses = (rules: PolicyRule[]) => listLimitUses(rules, exceeded, measured).length;
    expect(uses([limit, ALL])).toBe(1);
    expect(uses([ALL, limit])).toBe(0);
    expect(uses([first({ assets: ['BTC'] }), limit, ALL])).toBe(1);
    // A rule that makes a withdrawal wait, or has no limit for the asset, leaves the word to those after it.
    expect(uses([first({ atLeast: { BTC: '1' } }), limit, ALL])).toBe(1);
    expect(uses([over({ kind: 'wait' }, { ...LIMIT, by: [] }), limit, ALL])).toBe(2);
  });

  it('explain why a rule applies, and why a withdrawal waits', () => {
    const exceeded = { ...FACTS, overTime: usage('1600000') };
    expect(explainOutcome(evaluatePolicy([over({ kind: 'approve', count: 2 })], exceeded), exceeded)).toBe(
      'Rule 1 applies because 1,600,000 USDC sent and waiting in a day (UTC) for this profile, this one included, is more than ' +
        '1,500,000 USDC: two approvals are needed.',
    );
    const waiting = { ...FACTS, overTime: usage('1'), wait: { until: '2026-11-24T00:00:00.000Z', ruleNumber: 1 } };
    expect(explainOutcome(evaluatePolicy([over({ kind: 'wait' }), ALL], waiting), waiting)).toMatch(
      /By rule 1 it leaves only when the limit over time allows it\.$/,
    );
  });
});
