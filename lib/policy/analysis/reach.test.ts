import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainUnreachable } from '@/lib/policy/analysis/describe-coverage';
import type { PolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy, type PolicyOutcome } from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/policy/rules';
import { findUnreachable, haveSameConditions } from '@/lib/policy/analysis/reach';
import { measureOf, type TimeLimit } from '@/lib/policy/time-limits';

type When = PolicyRule['when'];
const rule = (when: When, count = 1): PolicyRule => ({ name: 'a rule', when, then: { kind: 'approve', count } });
const wait = (when: When): PolicyRule => ({ name: 'waits', when, then: { kind: 'wait' } });
const sum = (limits: Record<string, string>): TimeLimit => ({
  window: { kind: 'hours', hours: 24 },
  by: ['profile'],
  limit: { kind: 'sum', limits },
});
const times = (limit: number): TimeLimit => ({
  window: { kind: 'hours', hours: 24 },
  by: [],
  limit: { kind: 'count', limit },
});
const reasonsOf = (rules: PolicyRule[]) => {
  const unreachable = findUnreachable(rules);
  return unreachable.map(({ number }) => `${number}: ${explainUnreachable(unreachable, rules, number)}`);
};

// Few values, so that rules and withdrawals often meet.
const some = <Value>(...values: Value[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined });
const limits = fc.dictionary(fc.constantFrom('BTC', 'ETH', 'eth'), fc.constantFrom('1', '10', '10.0'), {
  minKeys: 1,
  noNullPrototype: true,
});
const overTime = fc.oneof(limits.map(sum), fc.constantFrom(2, 5).map(times));
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const anyWhen = fc.record({
  assets: some('BTC', 'ETH', 'eth'),
  networks: some('BITCOIN', 'SOLANA'),
  profiles: some('p-1', 'P-1', 'p-2'),
  recipients: some({ network: 'BITCOIN', address: 'bc1' }, { network: 'BITCOIN', address: 'bc1', memo: '1' }),
  makers: maybe(fc.constant(['m-1'])),
  isNewRecipient: maybe(fc.constant(true as const)),
  atLeast: maybe(limits),
  signals: some('not-in-book' as const, 'check-unavailable' as const, 'memo-missing' as const),
  overTime: maybe(overTime),
});
const conditions = fc
  .tuple(
    anyWhen,
    fc.subarray(['assets', 'networks', 'profiles', 'recipients', 'makers', 'isNewRecipient', 'atLeast'] as const),
  )
  // Most conditions are left out, or hardly any rule would cover another.
  .map(([when, left]): When =>
    Object.fromEntries(Object.entries(when).filter(([key]) => !(left as string[]).includes(key))),
  );
const anyRule = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(conditions, fc.integer({ min: 1, max: 3 })).map(([when, count]) => rule(when, count)),
  },
  {
    weight: 1,
    arbitrary: conditions.map((when): PolicyRule => ({ name: 'x', when, then: { kind: 'refuse', reason: 'No.' } })),
  },
  { weight: 1, arbitrary: fc.tuple(conditions, overTime).map(([when, limit]) => wait({ ...when, overTime: limit })) },
);
const anyFacts: fc.Arbitrary<PolicyFacts> = fc.record({
  asset: fc.constantFrom('BTC', 'ETH', 'SOL'),
  network: fc.constantFrom('BITCOIN', 'SOLANA', 'BASE'),
  profileId: fc.constantFrom('p-1', 'p-2', 'p-3'),
  makerId: fc.constantFrom('m-1', 'm-2'),
  value: fc.constantFrom('0.5', '1', '10', '100'),
  isNewRecipient: fc.boolean(),
  signals: fc.subarray(['not-in-book', 'check-unavailable', 'memo-missing']),
  overTime: fc
    .subarray([sum({}), times(1)])
    .map((measured) => measured.map((limit) => ({ measure: measureOf(limit), before: '0', after: '3' }))),
});
const decisionOf = (outcome: PolicyOutcome) =>
  outcome.kind === 'refuse'
    ? [outcome.kind, outcome.reason]
    : [outcome.kind, outcome.count, outcome.role, outcome.waitsFor.length];

describe('a rule that never applies', () => {
  it.each<[string, PolicyRule[], string[]]>([
    [
      'after one that covers every withdrawal',
      [rule({ assets: ['ETH'] }), rule({}), rule({ assets: ['ETH'] }), rule({}, 2)],
      [
        '3: Never applies: rule 1 already decides everything that it is about.',
        '4: Never applies: rule 2 already covers every withdrawal. It asks for more: move it before that rule.',
      ],
    ],
    [
      'after one about more, in other letters',
      [rule({ assets: ['btc', 'ETH'] }), rule({ assets: ['BTC'], networks: ['BITCOIN'] })],
      ['2: Never applies: rule 1 already decides everything that it is about.'],
    ],
    [
      'after two that share what it is about',
      [
        rule({ assets: ['BTC'] }),
        rule({ assets: ['ETH'] }),
        rule({ networks: ['X'] }),
        rule({ assets: ['ETH', 'BTC'] }, 2),
      ],
      [
        '4: Never applies: rules 1 and 2 already decide everything that it is about. ' +
          'It asks for more: move it before those rules.',
      ],
    ],
    [
      'for a larger amount after a smaller one',
      [rule({ atLeast: { BTC: '1' } }), rule({ assets: ['BTC'], atLeast: { BTC: '10' } }, 2)],
      [
        '2: Never applies: rule 1 already decides everything that it is about. ' +
          'It asks for more: move it before that rule.',
      ],
    ],
    ['for a smaller amount', [rule({ atLeast: { BTC: '10' } }), rule({ assets: ['BTC'], atLeast: { BTC: '1' } })], []],
    ['for an asset without a limit before', [rule({ atLeast: { BTC: '1' } }), rule({ atLeast: { BTC: '1' } })], []],
    [
      'after a limit in small letters',
      [rule({ atLeast: { btc: '1' } }), rule({ assets: ['BTC'], atLeast: { btc: '1' } })],
      [],
    ],
    [
      'over the same time, over more',
      [rule({ overTime: times(2) }), rule({ overTime: times(3) }), rule({ overTime: times(1) })],
      ['2: Never applies: rule 1 already decides everything that it is about.'],
    ],
    [
      'that makes withdrawals wait which are decided before',
      [rule({ assets: ['BTC'] }), wait({ assets: ['BTC'], overTime: sum({ BTC: '10' }) }), rule({})],
      [
        '2: Never applies: rule 1 already decides everything that it is about. ' +
          'It makes withdrawals wait: move it before that rule.',
      ],
    ],
    [
      'that makes withdrawals wait over a limit that is decided before',
      [rule({ overTime: times(2) }), wait({ overTime: times(5) }), wait({ overTime: times(1) }), rule({})],
      [
        '2: Never applies: rule 1 already decides everything that it is about. ' +
          'It makes withdrawals wait: move it before that rule.',
      ],
    ],
    [
      'that makes withdrawals wait of some asset that is not decided before',
      [rule({ assets: ['BTC'] }), wait({ overTime: sum({ BTC: '10' }) }), rule({})],
      [],
    ],
    ['after one that only makes it wait', [wait({ overTime: times(2) }), rule({ overTime: times(2) })], []],
    [
      'with fewer warnings',
      [rule({ signals: ['not-in-book', 'memo-missing'] }), rule({ signals: ['memo-missing', 'check-unavailable'] })],
      ['2: Never applies: rule 1 already decides everything that it is about.'],
    ],
    [
      'with more warnings',
      [rule({ signals: ['not-in-book'] }), rule({ signals: ['not-in-book', 'memo-missing'] })],
      [],
    ],
    ['among none', [], []],
  ])('%s', (_what, rules, reasons) => {
    expect(reasonsOf(rules)).toEqual(reasons);
  });

  it('changes no decision when it is left out', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 6 }), fc.array(anyFacts, { minLength: 8 }), (rules, withdrawals) => {
        const unreachable = findUnreachable(rules).map(({ number }) => number);
        fc.pre(unreachable.length > 0);
        const rest = rules.filter((_rule, index) => !unreachable.includes(index + 1));
        for (const facts of withdrawals)
          expect(decisionOf(evaluatePolicy(rest, facts))).toEqual(decisionOf(evaluatePolicy(rules, facts)));
      }),
    );
  });

  it('is found wherever lists of values alone decide', () => {
    const lists = fc
      .record({ assets: some('BTC', 'ETH'), networks: some('BITCOIN', 'SOLANA'), makers: some('m-1') })
      .map((when) => rule(Object.fromEntries(Object.entries(when).filter(([, values]) => values !== undefined))));
    const all = ['BTC', 'ETH', 'SOL'].flatMap((asset) =>
      ['BITCOIN', 'SOLANA', 'BASE'].flatMap((network) =>
        ['m-1', 'm-2'].map((makerId) => ({
          asset,
          network,
          makerId,
          profileId: 'p',
          value: '1',
          isNewRecipient: false,
        })),
      ),
    );
    fc.assert(
      fc.property(fc.array(lists, { maxLength: 7 }), (rules) => {
        const deciding = new Set(all.map((facts) => evaluatePolicy(rules, facts).ruleNumber));
        const expected = rules.map((_rule, index) => index + 1).filter((number) => !deciding.has(number));
        expect(findUnreachable(rules).map(({ number }) => number)).toEqual(expected);
      }),
    );
  });

  it('is looked for in a policy of any size', () => {
    const crossing = Array.from({ length: 49 }, (_value, index) =>
      rule({
        assets: [`A${index % 7}`, `A${index % 5}`],
        networks: [`N${index % 3}`, `N${index % 11}`],
        profiles: [`p-${index}`, `p-${index % 13}`],
        makers: [`m-${index % 4}`],
      }),
    );
    expect(findUnreachable([...crossing, rule({})])).toEqual([]);
  });
});

it('compares conditions in whatever order and spelling', () => {
  const one = rule({ assets: ['BTC', 'ETH'], atLeast: { BTC: '1.0' }, profiles: ['P-1'] });
  expect(haveSameConditions(one, rule({ assets: ['eth', 'btc'], atLeast: { BTC: '1' }, profiles: ['p-1'] }, 3))).toBe(
    true,
  );
  expect(haveSameConditions(one, rule({ assets: ['ETH', 'BTC'], atLeast: { BTC: '2' }, profiles: ['P-1'] }))).toBe(
    false,
  );
  expect(haveSameConditions(one, rule({ assets: ['ETH', 'BTC'], profiles: ['P-1'] }))).toBe(false);
  expect(haveSameConditions(rule({ overTime: sum({ BTC: '1' }) }), rule({ overTime: sum({ ETH: '1' }) }))).toBe(false);
  expect(haveSameConditions(rule({ overTime: times(1) }), rule({ overTime: times(1) }))).toBe(true);
});
