import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  evaluatePolicy,
  findUnreachable,
  type PolicyFacts,
  type PolicyRule,
  policyRuleSchema,
} from '@/lib/policy/policy';
import { compareRules } from '@/lib/policy/changes';
import { toPolicyRule, toRuleDraft } from '@/lib/policy/form';
import { describeRule, explainUnreachable, explainOutcome } from '@/lib/policy/describe-rule';
import { SIGNAL_IDS } from '@/lib/risk/signals';

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
const nameOf = (id: string) => `person ${id}`;

const word = fc.stringMatching(/^[A-Za-z0-9-]{1,8}$/);
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const amount = fc.stringMatching(/^[1-9][0-9]{0,5}(?:\.[0-9]{1,4})?$/);
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const withoutAbsent = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
const rules = fc
  .record({
    name: word,
    when: fc
      .record({
        assets: maybe(words),
        networks: maybe(words),
        profiles: maybe(words),
        makers: maybe(words),
        atLeast: maybe(fc.dictionary(word, amount, { minKeys: 1, maxKeys: 3, noNullPrototype: true })),
        isNewRecipient: maybe(fc.constant(true as const)),
        signals: maybe(fc.uniqueArray(fc.constantFrom(...SIGNAL_IDS), { minLength: 1 })),
      })
      .map(withoutAbsent),
    then: fc.oneof(
      fc
        .record({
          kind: fc.constant('approve'),
          count: fc.integer({ min: 0, max: 5 }),
          role: maybe(fc.constant('admin' as const)),
          wholeBatch: maybe(fc.constant(true as const)),
        })
        .map(withoutAbsent),
      fc.record({ kind: fc.constant('refuse'), reason: word }),
    ),
  })
  .map((rule) => policyRuleSchema.parse(rule));

describe('evaluatePolicy', () => {
  it('applies the first rule that matches', () => {
    fc.assert(
      fc.property(
        fc.array(rules, { maxLength: 6 }),
        fc.array(rules, { maxLength: 6 }),
        rules,
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

  it('allows nothing where no rule matches, nor with an empty policy', () => {
    expect(evaluatePolicy([], FACTS)).toMatchObject({ kind: 'refuse', ruleNumber: 0 });
    expect(evaluatePolicy([when({ assets: ['BTC'] })], FACTS)).toMatchObject({ kind: 'refuse', ruleNumber: 0 });
  });

  it('needs every condition of a rule to hold', () => {
    const all: PolicyRule['when'] = {
      assets: ['ETH'],
      networks: ['ETHEREUM'],
      profiles: ['p-ops'],
      makers: ['requester-1'],
      atLeast: { ETH: '10' },
      isNewRecipient: true,
    };
    const facts = { ...FACTS, isNewRecipient: true };
    expect(evaluatePolicy([when(all)], facts).ruleNumber).toBe(1);
    for (const change of [
      { asset: 'BTC' },
      { network: 'BASE' },
      { profileId: 'p' },
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

  it.each(['BTC', 'constructor', '__proto__'])('does not match an asset without a limit: %s', (asset) => {
    expect(evaluatePolicy([when({ atLeast: { ETH: '1' } })], { ...FACTS, asset }).ruleNumber).toBe(0);
  });
});

const explain = (given: PolicyRule[], change: Partial<PolicyFacts> = {}) =>
  explainOutcome(evaluatePolicy(given, { ...FACTS, ...change }), { ...FACTS, ...change });

describe('a rule as a sentence', () => {
  it.each<[PolicyRule, string]>([
    [when({ isNewRecipient: true }, 2), 'Two approvals if the recipient was never paid before.'],
    [
      { name: 'x', when: { atLeast: { BTC: '1', ETH: '2500' } }, then: { kind: 'approve', count: 2, role: 'admin' } },
      'Two approvals from administrators for 1 BTC or more, 2,500 ETH or more.',
    ],
    [
      { name: 'x', when: { networks: ['SOLANA'] }, then: { kind: 'refuse', reason: 'Not used here' } },
      'Not allowed on the network Solana: Not used here.',
    ],
    [when({}), 'One approval for every withdrawal.'],
    [
      when({ signals: ['not-in-book', 'amount-unusual'] }, 2),
      'Two approvals if the recipient is not in the address book or the amount is far above the typical amount, ' +
        'or if that could not be checked.',
    ],
    [
      when({ makers: ['7'], profiles: ['a', 'b', 'c'] }, 0),
      'No approvals for profile a, b or c, if person 7 requests the withdrawal.',
    ],
  ])('is described: %#', (rule, sentence) => {
    expect(describeRule(rule, nameOf)).toBe(sentence);
  });

  it('explains why it applies', () => {
    expect(explain([when({ isNewRecipient: true }, 2)], { isNewRecipient: true })).toBe(
      'Rule 1 applies because the recipient was never paid before: two approvals are needed.',
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

describe('a rule that is never reached', () => {
  it('stands after one that covers every withdrawal', () => {
    const some = when({ assets: ['ETH'] });
    expect(findUnreachable([some, when({}), some, when({})])).toEqual([
      { number: 3, coveredBy: 2 },
      { number: 4, coveredBy: 2 },
    ]);
    expect(explainUnreachable(findUnreachable([some, when({}), some]), 3)).toBe(
      'Never applies: rule 2 already covers every withdrawal.',
    );
    expect(explainUnreachable(findUnreachable([some, when({}), some]), 2)).toBeUndefined();
    expect(findUnreachable([some, some, when({})])).toEqual([]);
    expect(findUnreachable([])).toEqual([]);
  });

  it('applies to nothing', () => {
    fc.assert(
      fc.property(
        fc.array(rules, { maxLength: 4 }),
        fc.array(rules, { maxLength: 4 }),
        rules,
        (before, after, rule) => {
          const all = [...before, when({}), ...after];
          const { ruleNumber } = evaluatePolicy(all, { ...FACTS, asset: rule.when.assets?.[0] ?? FACTS.asset });
          expect(findUnreachable(all).map(({ number }) => number)).not.toContain(ruleNumber);
          expect(findUnreachable(all).length).toBeGreaterThanOrEqual(after.length);
        },
      ),
    );
  });
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
