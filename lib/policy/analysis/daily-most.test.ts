import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDailyMost, findDailyMost, warnAboutDailyMost } from '@/lib/policy/analysis/daily-most';
import { listPolicyWarnings } from '@/lib/policy/analysis/analysis';
import type { PolicyRule } from '@/lib/policy/rules';
import { listTimeLimits } from '@/lib/policy/describe-time-limit';
import { evaluatePolicy } from '@/lib/policy/policy';
import { measureOf, type TimeLimit, windowAt } from '@/lib/policy/time-limits';

type When = PolicyRule['when'];
const approve = (when: When, count: number): PolicyRule => ({ name: 'Rule', when, then: { kind: 'approve', count } });
const DAY: TimeLimit['window'] = { kind: 'hours', hours: 24 };
const usd = (limit: string, by: TimeLimit['by'] = [], window: TimeLimit['window'] = DAY): TimeLimit => ({
  window,
  by,
  limit: { kind: 'value', currency: 'USD', limit },
});
const units = (limits: Record<string, string>, by: TimeLimit['by'] = []): TimeLimit => ({
  window: DAY,
  by,
  limit: { kind: 'sum', limits },
});
const requests = (limit: number): TimeLimit => ({ window: DAY, by: [], limit: { kind: 'count', limit } });
const over = (overTime: TimeLimit, count = 2) => approve({ overTime }, count);
const fifty = (prefix: string, rule: number) =>
  Array.from({ length: 50 }, (_, index) => `${prefix}${rule + 2 * index}`);
const NEW = approve({ isNewRecipient: true }, 2);
const LARGE = approve({ atLeast: { BTC: '1', ETH: '25' } }, 2);
const KNOWN = approve({ assets: ['BTC', 'ETH'] }, 1);
const ONE = approve({}, 1);
const ELSE = approve({}, 2);
const most = (...rules: PolicyRule[]) =>
  describeDailyMost(rules).text.replace('The most that one requester and one approver can move in 24 hours is ', '');

describe('the most that one requester and one approver can move in 24 hours', () => {
  it('is any sum under the policy that shipped before, in which only each amount was limited', () => {
    expect(most(NEW, LARGE, KNOWN, ELSE)).toBe('any sum, by rule 3.');
    expect(listPolicyWarnings([NEW, LARGE, KNOWN, ELSE])).toEqual([
      'One requester and one approver can move any sum in 24 hours, by rule 3: no limit over time counts all of it. ' +
        'Place a rule before it that asks for two approvals over a limit in USD in 24 hours.',
    ]);
  });

  it('is the limit over all under the policy that ships', () => {
    const rules = [NEW, LARGE, over(usd('100000', ['recipient'])), over(usd('250000')), KNOWN, ELSE];
    expect(most(...rules)).toBe('250,000 USD.');
    expect(warnAboutDailyMost(rules)).toEqual([]);
  });

  it.each<[string, PolicyRule[], string]>([
    [
      'is nothing where every withdrawal takes more',
      [NEW, ELSE],
      'nothing: every withdrawal takes more approvals, or is refused.',
    ],
    [
      'is nothing where an earlier rule takes over everything',
      [ELSE, ONE],
      'nothing: every withdrawal takes more approvals, or is refused.',
    ],
    ['counts only rules that come before', [ONE, over(usd('10'))], 'any sum, by rule 1.'],
    [
      'is any sum where each recipient has a limit, since people choose those',
      [over(usd('10', ['recipient'])), ONE],
      'any sum, by rule 2.',
    ],
    [
      'adds up the limits of the recipients that a rule names',
      [
        over(usd('10', ['recipient'])),
        approve({ recipients: ['0xa', '0xb'].map((address) => ({ network: 'ETHEREUM', address })) }, 1),
        ELSE,
      ],
      '20 USD.',
    ],
    ['says where each profile has a limit', [over(usd('10', ['profile'])), ONE], '10 USD for each profile.'],
    [
      'adds up the profiles that a rule names',
      [over(usd('10', ['profile'])), approve({ profiles: ['p-1', 'p-2', 'P-1'] }, 1)],
      '20 USD.',
    ],
    ['counts one requester', [over(usd('10', ['requester'])), ONE], '10 USD.'],
    ['counts the windows that 24 hours touch', [over(usd('10', [], { kind: 'hours', hours: 10 })), ONE], '30 USD.'],
    [
      'counts both days around midnight',
      [over(usd('10', [], { kind: 'calendar', unit: 'day', zone: 'UTC' })), ONE],
      '20 USD.',
    ],
    ['gives sums in units', [over(units({ BTC: '1.5', ETH: '20', sol: '1' })), ONE], '1.5 BTC and 20 ETH.'],
    [
      'gives the sums of those assets alone that one approval moves',
      [over(units({ BTC: '1', ETH: '2' })), approve({ assets: ['eth'] }, 1)],
      '2 ETH.',
    ],
    [
      'is the larger of two limits that count everything',
      [
        approve({ overTime: usd('10'), assets: ['BTC'] }, 2),
        approve({ overTime: usd('30'), assets: ['ETH'] }, 2),
        KNOWN,
        ELSE,
      ],
      '30 USD.',
    ],
    [
      'is any sum where a limit leaves out a part',
      [approve({ overTime: usd('10'), assets: ['BTC'] }, 2), KNOWN, ELSE],
      'any sum, by rule 2.',
    ],
    ['is any sum where a limit asks for one approval as well', [over(usd('10'), 1), ONE], 'any sum, by rules 1 and 2.'],
    [
      'is any sum where warnings, which people can avoid, decide about a limit',
      [approve({ overTime: usd('10'), signals: ['not-in-book'] }, 2), ONE],
      'any sum, by rule 2.',
    ],
    [
      'is any sum where a limit counts large amounts only',
      [approve({ overTime: usd('10'), atLeast: { BTC: '1' } }, 2), KNOWN, ELSE],
      'any sum, by rule 2.',
    ],
    [
      'is limited by a number of requests where each amount is',
      [LARGE, over(requests(10)), KNOWN, ELSE],
      '10 withdrawals of small amounts.',
    ],
    [
      'is any sum where only the number of requests is limited',
      [over(requests(10)), KNOWN, ELSE],
      'any sum, by rule 2.',
    ],
    [
      'is limited where a rule refuses or makes wait',
      [{ name: 'Wait', when: { overTime: usd('10') }, then: { kind: 'wait' } }, ONE],
      '10 USD.',
    ],
    [
      'counts people and not approvals of a rule',
      [{ name: 'Groups', when: {}, then: { kind: 'approve', count: 1, groups: [{ group: 'a', count: 1 }] } }],
      'any sum, by rule 1.',
    ],
  ])('%s', (_what, rules, expected) => {
    expect(most(...rules)).toBe(expected);
  });

  it('is not analysed beyond a number of comparisons, and says so as a warning', () => {
    const rules = Array.from({ length: 49 }, (_, index) =>
      approve({ assets: fifty('A', index), networks: fifty('N', index), makers: fifty('m', index) }, 2),
    );
    expect(findDailyMost([...rules, ONE])).toEqual({ kind: 'not-analysed' });
    expect(warnAboutDailyMost([...rules, ONE])).toEqual([expect.stringContaining('is not analysed')]);
  });
});

// A unit of every asset is worth one USD, so that sums in units and in USD add up.
const DOMAIN = {
  asset: ['BTC', 'ETH'],
  profile: ['p-1', 'p-2'],
  network: ['BITCOIN', 'ETHEREUM'],
  recipient: ['r-1', 'r-2', 'r-3'],
};
const few = (values: readonly string[]) => fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
const overTimeOf = fc.record({
  window: fc.constantFrom<TimeLimit['window']>(
    DAY,
    { kind: 'hours', hours: 10 },
    { kind: 'calendar', unit: 'day', zone: 'UTC' },
  ),
  by: fc.subarray<TimeLimit['by'][number]>(['requester', 'profile', 'recipient', 'asset', 'network']),
  limit: fc.oneof(
    fc
      .integer({ min: 1, max: 50 })
      .map((limit) => ({ kind: 'value' as const, currency: 'USD' as const, limit: `${limit}` })),
    fc
      .dictionary(fc.constantFrom(...DOMAIN.asset), fc.integer({ min: 1, max: 50 }).map(String), { minKeys: 1 })
      .map((limits) => ({ kind: 'sum' as const, limits })),
  ),
});
const ruleOf = fc
  .record({
    assets: few(DOMAIN.asset),
    profiles: few(DOMAIN.profile),
    networks: few(DOMAIN.network),
    atLeast: fc.option(fc.dictionary(fc.constantFrom(...DOMAIN.asset), fc.constantFrom('5', '20'), { minKeys: 1 }), {
      nil: undefined,
    }),
    overTime: fc.option(overTimeOf, { nil: undefined }),
    count: fc.constantFrom(1, 1, 2),
  })
  .map(({ count, ...when }) => approve(when, count));
const paymentOf = fc.record({
  asset: fc.constantFrom(...DOMAIN.asset),
  profile: fc.constantFrom(...DOMAIN.profile),
  network: fc.constantFrom(...DOMAIN.network),
  recipient: fc.constantFrom(...DOMAIN.recipient),
  value: fc.integer({ min: 1, max: 30 }),
  waitHours: fc.integer({ min: 0, max: 6 }),
});
type Payment = { [name in keyof typeof DOMAIN]: string } & { value: number; at: number };

/** Gives what counts against a limit with a payment, as the console counts it. */
function countUse({ window, by, limit }: TimeLimit, paid: readonly Payment[], own: Payment): number {
  const scopes = [...by, ...(limit.kind === 'sum' ? (['asset'] as const) : [])];
  const from = windowAt(window, new Date(own.at))!.from.getTime();
  return [...paid, own]
    .filter(({ at }) => (window.kind === 'hours' ? at > from : at >= from))
    .filter((one) => scopes.every((scope) => scope === 'requester' || one[scope] === own[scope]))
    .reduce((sum, { value }) => sum + value, 0);
}

describe('a policy whose most is limited', () => {
  it('moves no more than that with one approval in any 24 hours, whatever is requested', () => {
    fc.assert(
      fc.property(
        fc.array(ruleOf, { minLength: 1, maxLength: 5 }),
        fc.array(paymentOf, { maxLength: 60 }),
        (rules, payments) => {
          const found = findDailyMost(rules);
          fc.pre(found.kind === 'limited');
          const paid: Payment[] = [];
          let at = Date.UTC(2026, 0, 1, 20);
          for (const { waitHours, ...payment } of payments) {
            at += waitHours * 3_600_000;
            const own = { ...payment, at };
            const overTime = listTimeLimits(rules).map((limit) => {
              const after = `${countUse(limit, paid, own)}`;
              return { measure: measureOf(limit), before: '0', after };
            });
            const outcome = evaluatePolicy(rules, {
              asset: own.asset,
              network: own.network,
              profileId: own.profile,
              makerId: 'maker',
              value: `${own.value}`,
              isNewRecipient: false,
              overTime,
            });
            if (outcome.kind === 'approve' && outcome.count === 1) paid.push(own);
          }
          const moved = paid.map((last) =>
            paid
              .filter((one) => one.at <= last.at && one.at > last.at - 86_400_000)
              .reduce((sum, { value }) => sum + value, 0),
          );
          expect(Math.max(0, ...moved)).toBeLessThanOrEqual(allowedBy(found.sums));
        },
      ),
    );
  });
});

/** Adds up what sums say, in each part of the few values that there are. */
function allowedBy(sums: readonly string[]): number {
  return sums.reduce((total, text) => {
    const [amounts = '', each = ''] = text.split(' for each ');
    const parts = Object.entries(DOMAIN).reduce(
      (all, [name, { length }]) => (each.includes(name) ? all * length : all),
      1,
    );
    const sum = [...amounts.matchAll(/[\d,]+/g)].reduce((all, [digits]) => all + Number(digits.replaceAll(',', '')), 0);
    return total + sum * parts;
  }, 0);
}
