import { keyOfRuleRecipient } from '@/lib/policy/conditions/recipients';
import type { RuleNames } from '@/lib/policy/conditions/condition';
import fc from 'fast-check';
import { coversGroups, type GroupNeed, sumCounts } from '@/lib/approver-groups/needs';
import { describe, expect, it } from 'vitest';
import { isNewTo, type PaidBefore, type PolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy, isAbout, isStricter } from '@/lib/policy/policy';
import { type PolicyRule, policyRuleSchema, storedPolicyRulesSchema } from '@/lib/policy/rules';
import { compareAmounts } from '@/lib/money/amounts';
import { compareRules } from '@/lib/policy/changes';
import { toPolicyRule, toRuleDraft } from '@/lib/policy/form';
import { describeRule, explainOutcome, explainStoredRule, needsOnlyApprovals } from '@/lib/policy/describe-rule';
import { CALENDAR_UNITS, LIMIT_SCOPES } from '@/lib/policy/time-limits';
import { SIGNAL_IDS } from '@/lib/policy/signals';

const FACTS: PolicyFacts = {
  asset: 'ETH',
  network: 'ETHEREUM',
  profileId: 'p-ops',
  makerId: 'requester-1',
  value: '10',
  isNewRecipient: false,
};
const when = (conditions: PolicyRule['when'], count = 1): PolicyRule => ({
  name: 'a rule',
  when: conditions,
  then: { kind: 'approve', count },
});
const WALLET = { network: 'ETHEREUM', address: '0x52908400098527886e0f7030069857d2e4169ee7' };
const TAGGED = { network: 'STELLAR', address: 'GA7Q', memo: '42' };
const NAMES: RuleNames = {
  people: { 7: 'Ada' },
  profiles: { 'p-ops': 'Operations (P-ops)' },
  recipients: { [keyOfRuleRecipient(WALLET)]: 'Cold wallet' },
};

const word = fc.stringMatching(/^[A-Za-z0-9-]{1,8}$/);
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const amount = fc.stringMatching(/^[1-9][0-9]{0,5}(?:\.[0-9]{1,4})?$/);
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const withoutAbsent = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
const limits = fc.dictionary(word, amount, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
const overTime = fc.record({
  window: fc.oneof(
    fc.record({ kind: fc.constant('hours' as const), hours: fc.integer({ min: 1, max: 720 }) }),
    fc.record({
      kind: fc.constant('calendar' as const),
      unit: fc.constantFrom(...CALENDAR_UNITS),
      zone: fc.constantFrom('UTC', 'Asia/Tokyo'),
    }),
  ),
  by: fc.subarray([...LIMIT_SCOPES]),
  limit: fc.oneof(
    limits.map((perAsset) => ({ kind: 'sum' as const, limits: perAsset })),
    amount.map((limit) => ({ kind: 'value' as const, currency: 'USD' as const, limit })),
    fc.integer({ min: 1, max: 1000 }).map((limit) => ({ kind: 'count' as const, limit })),
  ),
});
const groupNeeds = fc.uniqueArray(
  fc.record({ group: word.map((name) => `G${name}`), count: fc.integer({ min: 1, max: 2 }) }),
  {
    minLength: 1,
    maxLength: 2,
    selector: ({ group }) => group,
  },
);
const recipients = fc.array(
  fc.record(
    { network: word, address: word, memo: word },
    { requiredKeys: ['network', 'address'], noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 3 },
);
const rules = fc
  .record({
    name: word,
    when: fc
      .record({
        assets: maybe(words),
        networks: maybe(words),
        profiles: maybe(words),
        recipients: maybe(recipients),
        makers: maybe(words),
        atLeast: maybe(limits),
        isNewRecipient: maybe(fc.constant(true as const)),
        signals: maybe(fc.uniqueArray(fc.constantFrom(...SIGNAL_IDS), { minLength: 1 })),
        overTime: maybe(overTime),
      })
      .map(withoutAbsent),
    then: fc.oneof(
      fc
        .record({
          kind: fc.constant('approve'),
          count: fc.integer({ min: 1, max: 5 }),
          role: maybe(fc.constant('admin' as const)),
          groups: maybe(groupNeeds),
          wholeBatch: maybe(fc.constant(true as const)),
        })
        .map(withoutAbsent)
        .map((then) =>
          'groups' in then
            ? { ...then, count: Math.max(then.count as number, sumCounts(then.groups as GroupNeed[])) }
            : then,
        ),
      fc.record({ kind: fc.constant('refuse'), reason: word }),
    ),
  })
  .map((rule) => policyRuleSchema.parse(rule));

// Few values, so that rules and facts often meet.
const asset = fc.constantFrom('BTC', 'ETH', 'USDT');
const fewLimits = fc.dictionary(asset, fc.constantFrom('1', '10', '100'), { minKeys: 1, noNullPrototype: true });
const meetingRule = fc
  .tuple(
    rules,
    maybe(fewLimits),
    maybe(fc.uniqueArray(asset, { minLength: 1 })),
    maybe(fc.constant(true as const)),
    fc.integer({ min: 0, max: 3 }),
  )
  .map(([{ name, then }, atLeast, assets, isNewRecipient, count]): PolicyRule => ({
    name,
    when: withoutAbsent({ atLeast, assets, isNewRecipient }) as PolicyRule['when'],
    // Stored rules can ask for none.
    then: then.kind === 'approve' ? { ...then, count } : then,
  }));
const meetingRules = fc.array(meetingRule, { maxLength: 6 });
const paidBefore: fc.Arbitrary<PaidBefore> = fc.oneof(
  fc.record({ inAnyAsset: fc.boolean(), largest: fc.constant(null) }),
  amount.map((largest) => ({ inAnyAsset: true, largest })),
);
const meetingFacts: fc.Arbitrary<PolicyFacts> = fc.record({
  asset: fc.oneof(asset, fc.constantFrom('WBTC', 'constructor', '__proto__')),
  network: fc.constant('ETHEREUM'),
  profileId: word,
  makerId: word,
  value: amount,
  isNewRecipient: fc.boolean(),
  paidBefore,
});

const isRule = (count: number, groups: object[]) =>
  policyRuleSchema.safeParse({ name: 'x', when: {}, then: { kind: 'approve', count, groups } }).success;

describe('evaluatePolicy', () => {
  it('applies the first rule that matches, where no rule leaves the asset without a limit', () => {
    const withoutLimits = rules.filter(
      ({ when: { atLeast, overTime: limit } }) => atLeast === undefined && limit === undefined,
    );
    fc.assert(
      fc.property(
        fc.array(withoutLimits, { maxLength: 6 }),
        fc.array(withoutLimits, { maxLength: 6 }),
        withoutLimits,
        (before, after, rule) => {
          const facts = { ...FACTS, asset: rule.when.assets?.[0] ?? FACTS.asset };
          const all = [...before, rule, ...after];
          const outcome = evaluatePolicy(all, facts);
          const matching = all.findIndex((candidate) => evaluatePolicy([candidate], facts).ruleNumber === 1);
          expect(outcome.ruleNumber).toBe(matching + 1);
          expect(outcome.rule).toBe(all[matching]);
        },
      ),
    );
  });

  it('applies the strictest of the rules up to the first that has a limit for the asset', () => {
    fc.assert(
      fc.property(meetingRules, meetingFacts, (all, facts) => {
        const alone = all.map((rule) => evaluatePolicy([rule], facts));
        const decisive = all.findIndex(
          ({ when: { atLeast } }, index) =>
            alone[index]?.ruleNumber === 1 && (atLeast === undefined || Object.hasOwn(atLeast, facts.asset)),
        );
        const outcome = evaluatePolicy(all, facts);
        // A rule that has no limit for the asset allows nothing by itself.
        expect(outcome.ruleNumber === 0).toBe(decisive === -1);
        for (const candidate of alone.slice(0, decisive + 1))
          if (candidate.ruleNumber === 1) expect(isStricter(candidate, outcome)).toBe(false);
      }),
    );
  });

  it('never asks for less because a limit names fewer assets', () => {
    fc.assert(
      fc.property(meetingRules, meetingFacts, fc.nat(), asset, (all, facts, place, forgotten) => {
        const fewer = all.map((rule, index) => {
          const { atLeast } = rule.when;
          if (index !== place % all.length || !atLeast) return rule;
          const rest = Object.fromEntries(Object.entries(atLeast).filter(([name]) => name !== forgotten));
          return { ...rule, when: { ...rule.when, atLeast: rest } };
        });
        expect(isStricter(evaluatePolicy(all, facts), evaluatePolicy(fewer, facts))).toBe(false);
      }),
    );
  });

  it('asks the groups of every rule that matches, up to the first that has a limit for the asset', () => {
    const withoutTime = fc.array(meetingRule, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(withoutTime, meetingFacts, (all, facts) => {
        const outcome = evaluatePolicy(all, facts);
        if (outcome.kind !== 'approve') return;
        expect(outcome.count).toBeGreaterThanOrEqual(sumCounts(outcome.groups));
        const decisive = all.findIndex((rule) => evaluatePolicy([rule], facts).ruleNumber === 1);
        for (const rule of all.slice(0, decisive + 1).filter((one) => isAbout(one, facts)))
          if (rule.then.kind === 'approve') expect(coversGroups(outcome.groups, rule.then.groups ?? [])).toBe(true);
      }),
    );
    const leads = [{ group: 'Leads', count: 1 }];
    const large: PolicyRule = {
      name: 'x',
      when: { atLeast: { BTC: '9' } },
      then: { kind: 'approve', count: 1, groups: leads },
    };
    expect(evaluatePolicy([large, when({}, 2)], FACTS)).toMatchObject({ ruleNumber: 2, count: 2, groups: leads });
    expect(evaluatePolicy([when({}, 2), large], FACTS)).toMatchObject({ ruleNumber: 1, count: 2, groups: [] });
  });

  it('refuses a rule that asks groups for more people than approvals', () => {
    const groups = [
      { group: 'Leads', count: 1 },
      { group: 'Operations', count: 2 },
    ];
    expect([isRule(3, groups), isRule(2, groups), isRule(3, [groups[0]!, groups[0]!]), isRule(3, [])]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('asks for at least one approval, whatever a stored rule says', () => {
    fc.assert(
      fc.property(meetingRules, meetingFacts, (all, facts) => {
        const outcome = evaluatePolicy(all, facts);
        if (outcome.kind === 'approve') expect(outcome.count).toBeGreaterThanOrEqual(1);
      }),
    );
    expect(policyRuleSchema.safeParse(when({}, 0)).error?.issues).toMatchObject([
      { message: 'At least one approval is always needed.' },
    ]);
    expect(storedPolicyRulesSchema.safeParse([when({}, 0)]).success).toBe(true);
  });

  it('never asks for less of a recipient to whom less was paid', () => {
    fc.assert(
      fc.property(meetingFacts, maybe(amount), (facts, other) => {
        const less: PaidBefore = {
          inAnyAsset: other !== undefined,
          largest: other !== undefined && compareAmounts(other, facts.paidBefore?.largest ?? '0') < 0 ? other : null,
        };
        if (isNewTo(facts)) expect(isNewTo({ ...facts, paidBefore: less })).toBe(true);
      }),
    );
  });

  it.each([
    ['never paid', { inAnyAsset: false, largest: null }, true],
    ['paid in another asset', { inAnyAsset: true, largest: null }, true],
    ['paid a tenth', { inAnyAsset: true, largest: '1.0' }, false],
    ['paid a little less than a tenth', { inAnyAsset: true, largest: '0.999999999999999999' }, true],
    ['paid much more', { inAnyAsset: true, largest: '5000' }, false],
  ])('takes a recipient who was %s as new: %j', (_what, before, isNew) => {
    const facts = { ...FACTS, paidBefore: before };
    expect(isNewTo(facts)).toBe(isNew);
    expect(evaluatePolicy([when({ isNewRecipient: true })], facts).ruleNumber).toBe(isNew ? 1 : 0);
    // A sum of many small payments counts as one.
    expect(isNewTo({ ...facts, value: '50001', isSum: true })).toBe(true);
  });

  it('allows nothing where no rule matches, nor with an empty policy', () => {
    expect(evaluatePolicy([], FACTS)).toMatchObject({ kind: 'refuse', ruleNumber: 0 });
    expect(evaluatePolicy([when({ assets: ['BTC'] })], FACTS)).toMatchObject({ kind: 'refuse', ruleNumber: 0 });
  });

  it('compares assets and profiles without the case of their letters', () => {
    const id = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';
    const rule = when({ assets: ['eth'], profiles: [id.toUpperCase(), 'P-OPS'] });
    expect(evaluatePolicy([rule], FACTS).ruleNumber).toBe(1);
    expect(evaluatePolicy([rule], { ...FACTS, profileId: id }).ruleNumber).toBe(1);
    expect(evaluatePolicy([rule], { ...FACTS, profileId: 'p-ops2' }).ruleNumber).toBe(0);
  });

  it('needs every condition of a rule to hold', () => {
    const all: PolicyRule['when'] = {
      assets: ['ETH'],
      networks: ['ETHEREUM'],
      profiles: ['p-ops'],
      recipients: [TAGGED, WALLET],
      makers: ['requester-1'],
      atLeast: { ETH: '10' },
      isNewRecipient: true,
    };
    const facts = { ...FACTS, isNewRecipient: true, recipient: keyOfRuleRecipient(WALLET) };
    expect(evaluatePolicy([when(all)], facts).ruleNumber).toBe(1);
    for (const change of [
      { asset: 'BTC' },
      { network: 'BASE' },
      { profileId: 'p' },
      { recipient: keyOfRuleRecipient({ ...WALLET, memo: '1' }) },
      { recipient: '' },
      { makerId: 'm' },
      { value: '9.99' },
      { isNewRecipient: false },
    ]) {
      expect(evaluatePolicy([when(all)], { ...facts, ...change }).ruleNumber).toBe(0);
    }
  });

  it.each([
    ['9.999999999999999999999999999999', 0],
    ['10', 1],
    ['10.000', 1],
    ['10.000000000000000000000000000001', 1],
    ['9007199254740993', 1],
  ])('compares %s with a limit of 10 exactly', (value, ruleNumber) => {
    expect(evaluatePolicy([when({ atLeast: { ETH: '10' } })], { ...FACTS, value }).ruleNumber).toBe(ruleNumber);
  });

  it('accepts any of several warnings, and a check that could not be made', () => {
    const rule = when({ signals: ['memo-missing', 'not-in-book'] });
    const numberOf = (change: Partial<PolicyFacts>) => evaluatePolicy([rule], { ...FACTS, ...change }).ruleNumber;
    expect([numberOf({}), numberOf({ signals: [] }), numberOf({ signals: ['new-recipient', 'constructor'] })]).toEqual([
      0, 0, 0,
    ]);
    expect([numberOf({ signals: ['not-in-book'] }), numberOf({ signals: ['check-unavailable'] })]).toEqual([1, 1]);
    expect(policyRuleSchema.safeParse({ ...rule, when: { signals: ['nothing'] } }).success).toBe(false);
    expect(policyRuleSchema.safeParse({ ...rule, when: { signals: [] } }).success).toBe(false);
  });

  it.each(['BTC', 'constructor', '__proto__'])('matches any amount of an asset without a limit: %s', (unnamed) => {
    const facts = { ...FACTS, asset: unnamed, value: '0.00001' };
    expect(evaluatePolicy([when({ atLeast: { ETH: '1' } }, 2), when({})], facts)).toMatchObject({
      ruleNumber: 1,
      count: 2,
    });
    expect(evaluatePolicy([when({ atLeast: { ETH: '1' } }, 2)], facts)).toMatchObject({
      kind: 'refuse',
      ruleNumber: 0,
    });
    // A rule that is weaker than a later one lowers nothing.
    expect(evaluatePolicy([when({ atLeast: { ETH: '1' } }), when({}, 2)], facts)).toMatchObject({
      ruleNumber: 2,
      count: 2,
    });
    const refuse: PolicyRule = { name: 'x', when: { atLeast: { ETH: '9' } }, then: { kind: 'refuse', reason: 'No.' } };
    expect(evaluatePolicy([when({ atLeast: { ETH: '1' } }, 2), refuse, when({})], facts)).toMatchObject({
      kind: 'refuse',
      ruleNumber: 2,
    });
  });
});

const explain = (given: PolicyRule[], change: Partial<PolicyFacts> = {}) =>
  explainOutcome(evaluatePolicy(given, { ...FACTS, ...change }), { ...FACTS, ...change });

describe('a rule as a sentence', () => {
  it.each<[PolicyRule, string]>([
    [
      when({ isNewRecipient: true }, 2),
      'Two approvals if the recipient was never paid in this asset before, ' +
        'or the amount is more than 10 times the largest payment so far.',
    ],
    [
      { name: 'x', when: { atLeast: { BTC: '1', ETH: '2500' } }, then: { kind: 'approve', count: 2, role: 'admin' } },
      'Two approvals from administrators for 1 BTC or more, 2,500 ETH or more, ' +
        'also for every asset without a limit here.',
    ],
    [when({ assets: ['BTC'], atLeast: { BTC: '1' } }), 'One approval for BTC, of 1 BTC or more.'],
    [
      when({ assets: ['BTC', 'ETH'], atLeast: { BTC: '1' } }),
      'One approval for BTC or ETH, of 1 BTC or more, also for every asset without a limit here.',
    ],
    [
      { name: 'x', when: { networks: ['SOLANA'] }, then: { kind: 'refuse', reason: 'Not used here' } },
      'Not allowed on the network Solana: Not used here.',
    ],
    [when({}), 'One approval for every withdrawal.'],
    [
      {
        name: 'x',
        when: {},
        then: {
          kind: 'approve',
          count: 3,
          groups: [
            { group: 'Treasury leads', count: 1 },
            { group: 'Operations', count: 2 },
          ],
        },
      },
      'Three approvals (1 of Treasury leads and 2 of Operations) for every withdrawal.',
    ],
    [
      when({ signals: ['not-in-book', 'amount-unusual'] }, 2),
      'Two approvals if the recipient is not in the address book or the amount is far above the typical amount, ' +
        'or if that could not be checked.',
    ],
    [
      when({ makers: ['7'], profiles: ['a', 'b', 'c'] }, 0),
      'One approval for profile a, b or c, if Ada requests the withdrawal.',
    ],
    [
      when({ makers: ['constructor'], profiles: ['P-OPS', 'toString'] }),
      'One approval for profile Operations (P-ops) or toString, if an unknown person requests the withdrawal.',
    ],
    [
      when({ recipients: [WALLET, TAGGED] }),
      'One approval to Cold wallet (0x52908400098527886e0f7030069857d2e4169ee7 on Ethereum) ' +
        'or GA7Q on Stellar, memo 42.',
    ],
  ])('is described: %#', (rule, sentence) => {
    expect(describeRule(rule, NAMES)).toBe(sentence);
  });

  it('explains why it applies', () => {
    expect(explain([when({ isNewRecipient: true }, 2)], { isNewRecipient: true })).toBe(
      'Rule 1 applies because the recipient was never paid from this console: two approvals are needed.',
    );
    expect(explain([when({ isNewRecipient: true }, 2)], { paidBefore: { inAnyAsset: true, largest: null } })).toBe(
      'Rule 1 applies because the recipient was never paid in ETH before: two approvals are needed.',
    );
    expect(explain([when({ isNewRecipient: true }, 2)], { paidBefore: { inAnyAsset: true, largest: '0.5' } })).toBe(
      'Rule 1 applies because 10 ETH is more than 10 times the largest payment to the recipient so far, 0.5 ETH: ' +
        'two approvals are needed.',
    );
    // Paid since, which lowers nothing. New may have meant far above what had been paid by then.
    const since = { isNewRecipient: true, paidBefore: { inAnyAsset: true, largest: '8' } };
    expect(explain([when({ isNewRecipient: true }, 2)], since)).toBe(
      'Rule 1 applies because the recipient counted as new when the request was made: two approvals are needed.',
    );
    expect(explain([when({ atLeast: { BTC: '1' } }, 0), when({})])).toBe(
      'Rule 1 applies because the rule has no limit for ETH, so every amount of it counts: one approval is needed.',
    );
    expect(explain([when({ atLeast: { ETH: '10.0' } })])).toBe(
      'Rule 1 applies because 10 ETH is at least 10.0 ETH: one approval is needed.',
    );
    expect(
      explain([{ name: 'x', when: { networks: ['ETHEREUM'] }, then: { kind: 'refuse', reason: 'Closed.' } }]),
    ).toBe('Rule 1 does not allow this withdrawal because the network is Ethereum: Closed.');
    expect(explain([when({ signals: ['memo-missing', 'not-in-book'] })], { signals: ['not-in-book'] })).toBe(
      'Rule 1 applies because the recipient is not in the address book: one approval is needed.',
    );
    expect(explain([when({ signals: ['memo-missing'] })], { signals: ['check-unavailable'] })).toContain(
      'could not run',
    );
    expect(explain([])).toContain('so it is not allowed');
  });
});

it('of an older request is explained as the claim will read it', () => {
  const policy = [when({ atLeast: { BTC: '1' } }, 2), when({})];
  expect(explainStoredRule(policy, 1, FACTS)).toBe(explain(policy));
  expect(explainStoredRule(policy, 2, FACTS)).toBe(
    'The request was made under rule 2, as the policy was read then. Rule 1 applies because the rule has no limit for ' +
      'ETH, so every amount of it counts: two approvals are needed. The request is not sent with fewer approvals.',
  );
  const refuse: PolicyRule = { name: 'x', when: { atLeast: { BTC: '1' } }, then: { kind: 'refuse', reason: 'No.' } };
  expect(explainStoredRule([refuse, when({})], 2, FACTS)).toMatch(/The request cannot be sent: cancel it\.$/);
  const wait = { ruleNumber: 1, until: '2026-01-01T00:00:00Z' };
  const asks = [policy, [refuse, when({})]].flatMap((tried) =>
    [1, 2].map((number) => needsOnlyApprovals(tried, number, FACTS)),
  );
  expect([...asks, needsOnlyApprovals(policy, 1, { ...FACTS, wait })]).toEqual([true, false, false, false, false]);
});

describe('the editor’s form', () => {
  it('converts a rule to a draft and back', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        expect(toPolicyRule(toRuleDraft(rule))).toEqual(rule);
      }),
    );
  });
});

const named = (name: string): PolicyRule => ({ ...when({}), name });

const compare = (before: string, after: string) =>
  compareRules([...before].map(named), [...after].map(named)).map(({ kind, rule }) => `${kind} ${rule.name}`);

describe('the difference between two policies', () => {
  it.each([
    ['abc', 'abc', ['kept a', 'kept b', 'kept c']],
    ['abc', 'ac', ['kept a', 'removed b', 'kept c']],
    ['ac', 'abc', ['kept a', 'added b', 'kept c']],
    ['abc', 'cab', ['moved c', 'kept a', 'kept b']],
    ['ab', 'xy', ['added x', 'added y', 'removed a', 'removed b']],
  ])('from %s to %s', (before, after, changes) => {
    expect(compare(before, after)).toEqual(changes);
  });

  it('lists every rule of both policies once', () => {
    const policy = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 }).map((names) => names.join(''));
    fc.assert(
      fc.property(policy, policy, (before, after) => {
        const changes = compareRules([...before].map(named), [...after].map(named));
        const names = (kinds: string[]) =>
          changes.filter(({ kind }) => kinds.includes(kind)).map(({ rule }) => rule.name);
        expect(names(['kept', 'moved', 'added']).join('')).toBe(after);
        expect(names(['kept', 'moved', 'removed']).toSorted()).toEqual([...before].toSorted());
        if (before === after) expect(names(['kept']).join('')).toBe(after);
      }),
    );
  });
});
