import fc from 'fast-check';
import { expect, it } from 'vitest';
import { APPROVING_ROLES, type PolicyRule, policyRulesSchema } from '@/lib/policy/rules';
import { accountKey } from '@/lib/recipients/account';
import { deriveRequirements, type Evidence, readStoredBody, type StoredVersion } from '@/lib/requests/derive-approval';
import { sumByRecipient } from '@/lib/requests/bundles/batches';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { SIGNAL_IDS } from '@/lib/policy/signals';
import { planVersion, type readPlanBasis } from '@/lib/server/requests/creation/plan';
import { readSeparately } from '@/lib/server/requests/limits/read-once';
import { runs } from '@/scripts/testing/property-runs';
import { surely } from '@/scripts/testing/results';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

// What the product plans, the claim must accept; and nothing else. Both read the same policies, written at random.

const ASSETS = ['ETH', 'BTC', 'USDC'];
const some = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
const amount = fc.stringMatching(/^[1-9][0-9]{0,3}(?:\.[0-9]{1,4})?$/);
const present = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const rule: fc.Arbitrary<PolicyRule> = fc.record({
  name: fc.constant('a rule'),
  when: fc
    .record({
      assets: maybe(some(...ASSETS)),
      networks: maybe(some('ETHEREUM', 'BASE')),
      profiles: maybe(some('p-ops', 'p-all')),
      makers: maybe(some('requester', 'somebody')),
      atLeast: maybe(fc.dictionary(fc.constantFrom(...ASSETS), amount, { minKeys: 1, noNullPrototype: true })),
      isNewRecipient: maybe(fc.constant(true as const)),
      signals: maybe(fc.uniqueArray(fc.constantFrom(...SIGNAL_IDS), { minLength: 1, maxLength: 3 })),
    })
    .map(present),
  then: fc
    .record({ kind: fc.constant('approve'), count: fc.integer({ min: 1, max: 2 }), role: maybe(fc.constant('admin')) })
    .map(present),
}) as fc.Arbitrary<PolicyRule>;
const body: fc.Arbitrary<WithdrawalBody> = fc
  .record({
    profile: fc.constantFrom('p-ops', 'p-all'),
    asset: fc.constantFrom(...ASSETS),
    network: fc.constantFrom('ETHEREUM', 'BASE'),
    value: amount,
    isTotal: fc.boolean(),
    address: fc.constantFrom(
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    ),
    memo: maybe(fc.string({ minLength: 1, unit: 'grapheme' })),
    metadata: maybe(
      fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
    ),
  })
  .map(({ profile, asset, network, value, isTotal, address, memo, metadata }) => ({
    ref_id: 'r-1',
    profile_id: profile,
    asset,
    crypto_network: network,
    destination_address: address,
    ...(isTotal ? { total: value } : { amount: value }),
    ...(memo !== undefined && { memo }),
    ...(metadata !== undefined && { metadata }),
  }));
const scenario = fc
  .record({
    rules: fc.array(rule, { minLength: 1, maxLength: 5 }),
    members: fc.array(body, { minLength: 1, maxLength: 3 }),
    largest: fc.option(amount),
    signals: fc.uniqueArray(fc.constantFrom(...SIGNAL_IDS), { maxLength: 3 }),
  })
  .map(({ rules, members, largest, signals }) => {
    const everything: PolicyRule = { name: 'Everything else', when: {}, then: { kind: 'approve', count: 2 } };
    return {
      rules: policyRulesSchema.parse([...rules, everything]),
      members,
      paidBefore: { inAnyAsset: largest !== null, largest },
      signals,
    };
  });
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

const AT = new Date('2026-11-22T12:00:00Z');
const checksOf = (signals: readonly string[]) =>
  ({ address: { state: 'valid' }, similarAddresses: [], card: { signals } }) as unknown as RecipientChecks;

interface Planned {
  stored: StoredVersion;
  evidence: Evidence;
  text: string;
}

// No rule here has a limit over time, so nothing is read.
const reader = {} as Parameters<typeof readPlanBasis>[0];

const NINE = { known: 9, allowed: 9 };

/** Plans the first member as the product does, and gives what the claim compares. */
async function plan({ rules, members, paidBefore, signals }: Scenario): Promise<Planned> {
  const [first] = members as [WithdrawalBody];
  const key = accountKey(first);
  const basis = {
    requesterId: 'requester',
    policy: { version: 7, rules },
    paidBefore: () => paidBefore,
    rightsFor: () => ({ mayRequest: true, isSeeingLimited: false, approvers: { approver: NINE, admin: NINE } }),
    missingTravelRule: () => undefined,
    savedAt: AT,
    reader,
    once: readSeparately,
  };
  const planned = surely(
    await planVersion(basis, first, {
      form: { addressEntry: 'typed', recipientId: '' },
      checks: checksOf(signals),
      sum: sumByRecipient(members)(first),
    }),
  );
  const { recipientKey: storedKey, policyVersion, ruleNumber, requiredApprovals, requiredRole, facts } = planned;
  return {
    stored: {
      version: 1,
      recipientKey: storedKey,
      policyVersion,
      ruleNumber,
      requiredApprovals,
      requiredRole,
      requiredGroups: [],
      facts,
      createdAt: AT,
      notBefore: null,
    },
    evidence: {
      body: first,
      requesterId: 'requester',
      policy: { rules, activeFrom: new Date(AT.getTime() - 1000), replacedAt: null },
      bundle: { kind: 'batch', bodies: members.filter((member) => accountKey(member) === key) },
      paidBefore,
    },
    text: planned.body.toString('utf8'),
  };
}

it('accepts every version that the product plans, and asks for exactly its approvals', () => {
  return fc.assert(
    fc.asyncProperty(scenario, async (made) => {
      const { stored, evidence, text } = await plan(made);
      expect(readStoredBody(text, 'r-1')).toEqual({ ok: true, value: evidence.body });
      const { requiredApprovals: count, requiredRole: role, ruleNumber } = stored;
      const asked = { count, role, groups: [], ruleNumber };
      expect(deriveRequirements(stored, evidence)).toEqual({
        ok: true,
        value: {
          all: [asked, asked],
          withoutUnknown: [asked, asked],
          sentence: expect.stringContaining(`Rule ${ruleNumber} `),
        },
      });
    }),
    { numRuns: runs(2) },
  );
});

it('is not surprised by a recipient who was paid since', () => {
  return fc.assert(
    fc.asyncProperty(scenario, async (made) => {
      const { stored, evidence } = await plan({ ...made, paidBefore: { inAnyAsset: false, largest: null } });
      const paidBefore = { inAnyAsset: true, largest: '99999' };
      expect(deriveRequirements(stored, { ...evidence, paidBefore })).toMatchObject({ ok: true });
    }),
    { numRuns: runs(1) },
  );
});

const OTHER_BODY = { asset: 'SOL', crypto_network: 'INK', profile_id: 'p-other', amount: '99999.9', total: '99999.9' };
const FACT_VALUES = { asset: 'SOL', network: 'INK', profileId: 'p-other', makerId: 'nobody', value: '0.00001' };
const mutation = fc.oneof(
  fc.constantFrom(...Object.entries(FACT_VALUES)).map(([name, value]) => (made: Planned) => ({
    ...made,
    stored: { ...made.stored, facts: { ...made.stored.facts, [name]: value } },
  })),
  fc
    .constantFrom<Partial<StoredVersion>>(
      { recipientKey: '["ETHEREUM","0x1"]' },
      { requiredApprovals: 0, requiredRole: 'admin', ruleNumber: 0 },
      { requiredApprovals: 5 },
      { ruleNumber: 99 },
      { ruleNumber: -1 },
      { facts: null },
      { createdAt: new Date(AT.getTime() - 3_600_000) },
    )
    .map((change) => (made: Planned) => ({ ...made, stored: { ...made.stored, ...change } })),
  fc.constant((made: Planned) => ({
    ...made,
    stored: {
      ...made.stored,
      requiredRole: APPROVING_ROLES.find((role) => role !== made.stored.requiredRole) ?? 'admin',
    },
  })),
  fc.constantFrom(...Object.entries(OTHER_BODY)).map(([name, value]) => (made: Planned) => {
    const { evidence } = made;
    const changed = { ...evidence.body, ...(name in evidence.body && { [name]: value }) };
    const isChanged = name in evidence.body;
    return {
      ...made,
      evidence: { ...evidence, body: changed, policy: isChanged ? evidence.policy : undefined, bundle: undefined },
    };
  }),
  fc.constant((made: Planned) => ({ ...made, evidence: { ...made.evidence, requesterId: 'another' } })),
  fc.constant((made: Planned) => ({ ...made, evidence: { ...made.evidence, policy: undefined } })),
  fc.constant((made: Planned) => ({
    ...made,
    evidence: {
      ...made.evidence,
      policy: made.evidence.policy && { ...made.evidence.policy, replacedAt: new Date(AT.getTime() - 120_000) },
    },
  })),
);

it('refuses what differs in any one column, member or fact', () => {
  return fc.assert(
    fc.asyncProperty(scenario, mutation, async (made, mutate) => {
      const { stored, evidence } = mutate(await plan(made));
      expect(deriveRequirements(stored, evidence)).toMatchObject({ ok: false });
    }),
    { numRuns: runs(3) },
  );
});

it('never asks for less than the rule that the bytes and the facts lead to, whichever rule is stored', () => {
  return fc.assert(
    fc.asyncProperty(scenario, fc.nat(5), async (made, other) => {
      const { stored, evidence } = await plan(made);
      const then = made.rules[other]?.then;
      if (then?.kind !== 'approve') return;
      const forged = {
        ...stored,
        ruleNumber: other + 1,
        requiredApprovals: then.count,
        requiredRole: then.role ?? 'approver',
      };
      const derived = deriveRequirements(forged, evidence);
      expect(derived.ok && derived.value.all).toContainEqual(
        expect.objectContaining({ count: stored.requiredApprovals, role: stored.requiredRole }),
      );
    }),
    { numRuns: runs(1) },
  );
});

it('takes as many bytes as another reader may read in another way for none of ours', () => {
  const text =
    '{"ref_id":"r-1","profile_id":"p","asset":"ETH","crypto_network":"BASE","destination_address":"0x1","amount":"1"}';
  expect(readStoredBody(text, 'r-1')).toMatchObject({ ok: true });
  for (const other of [
    text.replace('"amount":"1"', '"amount":"9","amount":"1"'),
    text.replace('"amount":"1"', '"amount":"1","total":"1"'),
    text.replace('"amount":"1"', '"amount":1'),
    text.replace('"amount":"1"', '"amount":"1e3"'),
    text.replace('{', '{ '),
    text.replace('"asset"', '"\\u0061sset"'),
    'null',
    '[]',
    '',
  ])
    expect(readStoredBody(other, 'r-1')).toMatchObject({ ok: false });
  expect(readStoredBody(text, 'r-2')).toMatchObject({ ok: false });
});
