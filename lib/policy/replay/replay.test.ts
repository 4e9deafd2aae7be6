import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainMissing } from '@/lib/policy/replay/describe-replay';
import type { PolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy } from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/policy/rules';
import { createReplay } from '@/lib/policy/replay/replay';
import { measureOf, type TimeLimit } from '@/lib/policy/time-limits';

const FACTS: PolicyFacts = {
  asset: 'ETH',
  network: 'ETHEREUM',
  profileId: 'p-ops',
  makerId: 'm-1',
  value: '10',
  isNewRecipient: false,
  paidBefore: { inAnyAsset: true, largest: '10' },
  signals: [],
};
const approve = (when: PolicyRule['when'], count: number): PolicyRule => ({
  name: `${count}`,
  when,
  then: { kind: 'approve', count },
});
const LIMIT: TimeLimit = {
  window: { kind: 'hours', hours: 24 },
  by: ['profile'],
  limit: { kind: 'sum', limits: { ETH: '100' } },
};
const ONE = [approve({}, 1)];
const TWO = [approve({}, 2)];
const run = (before: PolicyRule[], after: PolicyRule[], all: Partial<PolicyFacts>[]) => {
  const replay = createReplay({ before, after });
  all.forEach((facts, index) => replay.add(`r-${index}`, { ...FACTS, ...facts }));
  return replay.finish();
};
type Approval = Omit<Extract<PolicyRule['then'], { kind: 'approve' }>, 'kind'>;
const LEADS = [{ group: 'Leads', count: 1 }];
const ruleOf = (then: Approval): PolicyRule[] => [{ name: 'x', when: {}, then: { kind: 'approve', ...then } }];
const NOTHING_MISSING = { warnings: 0, 'paid before': 0, 'limits over time': 0 };
/** Facts as they were stored before these existed. */
const without = (...names: (keyof PolicyFacts)[]) => Object.fromEntries(names.map((name) => [name, undefined]));

describe('a replay', () => {
  it('counts by old and new outcome, what takes less first, with the latest as examples', () => {
    const before = [approve({ assets: ['BTC'] }, 2), approve({ assets: ['SOL'] }, 3), approve({}, 1)];
    const after = [
      approve({ assets: ['BTC'] }, 1),
      { name: 'no', when: { assets: ['SOL'] }, then: { kind: 'refuse', reason: 'No.' } } satisfies PolicyRule,
      approve({ atLeast: { ETH: '100' } }, 2),
      approve({}, 1),
    ];
    const replay = run(before, after, [
      ...Array.from({ length: 4 }, () => ({ asset: 'SOL' })),
      { asset: 'BTC' },
      { value: '100' },
      {},
      {},
    ]);
    expect(replay).toEqual({
      count: 8,
      kept: [{ outcome: 'One approval', count: 2 }],
      changes: [
        { before: 'Two approvals', after: 'One approval', direction: 'less', count: 1, examples: ['r-4'] },
        {
          before: 'Three approvals',
          after: 'Not allowed',
          direction: 'more',
          count: 4,
          examples: ['r-0', 'r-1', 'r-2'],
        },
        { before: 'One approval', after: 'Two approvals', direction: 'more', count: 1, examples: ['r-5'] },
      ],
      unreadable: 0,
      missing: NOTHING_MISSING,
    });
  });

  it.each<[string, PolicyRule[], Partial<PolicyFacts>, string, object]>([
    [
      'checks that were not stored as failed',
      [approve({ signals: ['not-in-book'] }, 3), ...TWO],
      without('signals'),
      'Three',
      { warnings: 1 },
    ],
    [
      'a recipient whose payments were not stored as new',
      [approve({ isNewRecipient: true }, 3), ...TWO],
      without('paidBefore'),
      'Three',
      { 'paid before': 1 },
    ],
    [
      'a limit that was not measured as exceeded',
      [approve({ overTime: LIMIT }, 3), ...TWO],
      {},
      'Three',
      { 'limits over time': 1 },
    ],
    [
      'a limit that was measured by its use',
      [approve({ overTime: LIMIT }, 3), ...TWO],
      { overTime: [{ measure: measureOf(LIMIT), before: '0', after: '10' }] },
      'Two',
      {},
    ],
    ['nothing as missing that no rule asks for', TWO, without('signals', 'paidBefore'), 'Two', {}],
    [
      'a limit that is about something else as not missing',
      [approve({ overTime: LIMIT, networks: ['BASE'] }, 3), ...TWO],
      {},
      'Two',
      {},
    ],
  ])('reads %s', (_what, after, facts, outcome, missing) => {
    const replay = run(ONE, after, [facts]);
    expect(replay.changes).toMatchObject([{ after: `${outcome} approvals`, count: 1 }]);
    expect(replay.missing).toEqual({ ...NOTHING_MISSING, ...missing });
  });

  it('leaves out what it cannot read, and says so', () => {
    const replay = run([approve({ atLeast: { ETH: '1' } }, 1), ...TWO], TWO, [{ value: 'much' }, without('value'), {}]);
    expect(replay).toMatchObject({ count: 3, unreadable: 2, changes: [{ count: 1 }] });
    expect(explainMissing({ ...replay, missing: { warnings: 1, 'paid before': 0, 'limits over time': 2000 } })).toEqual(
      [
        '1 request does not say its checks: it counts as one whose checks could not be made.',
        '2,000 requests do not say how much of a limit over time of these rules was used: they count as over that limit.',
        '2 requests do not say a readable value: they are left out.',
      ],
    );
  });

  it('tells a wait from the same approvals at once', () => {
    const wait: PolicyRule = { name: 'w', when: { overTime: LIMIT }, then: { kind: 'wait' } };
    const overTime = [{ measure: measureOf(LIMIT), before: '90', after: '101' }];
    expect(run(TWO, [wait, ...TWO], [{ overTime }]).changes).toMatchObject([
      { before: 'Two approvals', after: 'Two approvals, after a wait', direction: 'other' },
    ]);
  });

  it.each<[string, Approval, Approval, string]>([
    ['more people without the group', { count: 1, groups: LEADS }, { count: 3 }, 'other'],
    ['more people without administrators', { count: 1, role: 'admin' }, { count: 2 }, 'other'],
    ['another group', { count: 1, groups: LEADS }, { count: 1, groups: [{ group: 'Ops', count: 1 }] }, 'other'],
    ['the group besides', { count: 1 }, { count: 1, groups: LEADS }, 'more'],
    ['no group any more', { count: 2, groups: LEADS }, { count: 2 }, 'less'],
  ])('compares %s', (_what, old, now, direction) => {
    expect(run(ruleOf(old), ruleOf(now), [{}]).changes).toMatchObject([{ direction }]);
  });

  it('changes nothing for the rules in force, whatever they are', () => {
    const rule = fc.record({
      assets: fc.subarray(['ETH', 'BTC'], { minLength: 1 }),
      count: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(rule), fc.array(fc.constantFrom('ETH', 'BTC', 'SOL')), (rules, assets) => {
        const policy = rules.map(({ assets: named, count }) => approve({ assets: named }, count));
        const replay = run(
          policy,
          policy,
          assets.map((asset) => ({ asset })),
        );
        expect(replay.changes).toEqual([]);
        expect(replay.kept.reduce((sum, { count }) => sum + count, 0)).toBe(assets.length);
        const refused = assets.filter((asset) => evaluatePolicy(policy, { ...FACTS, asset }).kind === 'refuse').length;
        expect(replay.kept.find(({ outcome }) => outcome === 'Not allowed')?.count ?? 0).toBe(refused);
      }),
    );
  });
});
