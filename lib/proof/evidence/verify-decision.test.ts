import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Assertion } from '@/lib/proof/keys/assertion';
import { fromBase64url, sha256Hex, toBase64url } from '@/lib/proof/bytes';
import { hashEntry } from '@/lib/proof/keys/chain';
import { writeDelegation } from '@/lib/proof/statements/delegations';
import { hashItems, writeItems } from '@/lib/proof/statements/items';
import { KeyList } from '@/lib/proof/key-list';
import { type KeyRights, writeRoot } from '@/lib/proof/keys/root';
import { type Statement, writeStatement } from '@/lib/proof/statement';
import type { SignedDecision } from '@/lib/proof/counted';
import { verifyChange } from '@/lib/proof/evidence/verify-change';
import {
  type DecidedRequest,
  type VerificationPoint,
  verifyApproval,
  verifyRequest,
  verifyWithdrawal,
} from '@/lib/proof/evidence/verify-decision';
import { checkAssertionAgain } from '@/scripts/testing/passkeys/check-assertion-again';
import { type DeskPerson, personNamed, ProofDesk } from '@/scripts/testing/passkeys/proof-desk';
import { runs } from '@/scripts/testing/property-runs';
import { TEST_ORIGIN, TEST_RP_ID } from '@/scripts/testing/passkeys/software-passkey';

const APPROVER: KeyRights = { roles: ['approver'], groups: [] };
const TREASURER: KeyRights = { roles: [], groups: ['Treasury'] };
const BEFORE_EXPIRY = new Date('2026-11-24T00:00:00.000Z');
const REQUEST: DecidedRequest = {
  id: 'request-1',
  version: 3,
  sha256: 'c'.repeat(64),
  service: 'b'.repeat(64),
  policy: '3'.repeat(64),
  rule: 2,
  facts: '4'.repeat(64),
  attachments: '2'.repeat(64),
  chosenAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
};

const { attachments: _attachments, ...WITHOUT_FILES } = REQUEST;

let desk: ProofDesk;
let people: Record<'fay' | 'gus' | 'hal' | 'ivy', DeskPerson>;
beforeAll(async () => {
  desk = await ProofDesk.open();
  people = {
    fay: await desk.enrol('fay', { roles: ['finance', 'approver'], groups: [] }),
    gus: await desk.enrol('gus', APPROVER, 'EdDSA'),
    hal: await desk.enrol('hal', APPROVER, 'RS256'),
    ivy: await desk.enrol('ivy', TREASURER),
  };
});

const now = (): VerificationPoint => ({ at: desk.list.chain.length, now: BEFORE_EXPIRY });
const decide = async (
  signer: DeskPerson,
  kind: 'request.create' | 'request.approve',
  { as, ...changes }: Partial<Statement> = {},
): Promise<SignedDecision> => {
  return desk.sign(signer, desk.statement(kind, changes), '', {
    as: as ?? (kind === 'request.create' ? 'finance' : 'approver'),
  });
};
const verify = async (approvals: readonly SignedDecision[], create?: SignedDecision, count = 1) => {
  const created = create ?? (await decide(people.fay, 'request.create'));
  const needs = { count, as: ['approver', 'group:Treasury'] };
  return verifyWithdrawal(desk.list, { request: REQUEST, create: created, approvals, needs }, now());
};

/** Verifies one approval beside a good request; gives the name of what is wrong with the approval. */
const refusalOf = async (
  approval: SignedDecision,
  options: { request?: DecidedRequest; point?: Partial<VerificationPoint>; before?: SignedDecision[] } = {},
): Promise<string | undefined> => {
  const create = await decide(people.fay, 'request.create');
  const point = { ...now(), ...options.point };
  const requester = people.fay.person;
  const expected = { request: options.request ?? REQUEST, point, requester, as: ['approver', 'group:Treasury'] };
  const created = await verifyRequest(desk.list, create, REQUEST, now());
  expect(created.ok).toBe(true);
  const earlier = [];
  for (const vote of options.before ?? []) {
    const counted = await verifyApproval(desk.list, vote, { ...expected, earlier });
    if (!counted.ok) throw new Error(counted.error.sentence);
    earlier.push(counted.value);
  }
  const verified = await verifyApproval(desk.list, approval, { ...expected, earlier });
  return verified.ok ? undefined : verified.error.name;
};

describe('a signed withdrawal', () => {
  it('holds with its request and as many approvals as are asked for', async () => {
    const create = await decide(people.fay, 'request.create');
    const approvals = [await decide(people.gus, 'request.approve'), await decide(people.hal, 'request.approve')];
    const verified = await verify(approvals, create, 2);
    expect(verified).toMatchObject({
      ok: true,
      value: { create: { statement: { person: { subject: 'fay' } } }, approvals: [{}, {}] },
    });
  });

  it('does not hold with too few, and says what is wrong with the first that does not count', async () => {
    const approval = await decide(people.gus, 'request.approve');
    const verified = await verify([approval, { ...approval, assertion: null }], undefined, 2);
    expect(verified).toMatchObject({
      error: {
        name: 'too-few-signatures',
        sentence:
          'Too few signatures count. 1 of 2 approvals count. The first that does not: Nobody signed this statement.',
      },
    });
  });

  it.each([0, -1])('takes at least the approvals of the floor, where a policy asks for %i', async (count) => {
    expect(await verify([], undefined, count)).toMatchObject({ error: { name: 'too-few-signatures' } });
  });

  it('does not hold where the request is unsigned, or is an approval', async () => {
    const create = await decide(people.fay, 'request.create');
    const approval = await decide(people.gus, 'request.approve');
    const of = async (other: SignedDecision) => {
      const verified = await verify([approval], other);
      return verified.ok ? undefined : verified.error.name;
    };
    expect(await of(create)).toBeUndefined();
    expect(await of({ ...create, assertion: null })).toBe('unsigned');
    expect(await of(approval)).toBe('other-kind');
  });
});

const approveAs = async (who: DeskPerson, as: string) => refusalOf(await decide(who, 'request.approve', { as }));

const GRANT = {
  delegate: personNamed('gus'),
  from: '2026-11-22T00:00:00.000Z',
  until: '2026-11-30T00:00:00.000Z',
  reason: 'e'.repeat(64),
};
const enrolApprover = (name: string) => desk.enrol(name, APPROVER);

describe('an approval', () => {
  it.each<[string, string, Partial<Statement>]>([
    ['another request', 'other-subject', { subject: { id: 'request-2', version: 3 } }],
    ['an earlier version', 'other-subject', { subject: { id: 'request-1', version: 2 } }],
    ['other bytes', 'other-bytes', { sha256: 'e'.repeat(64) }],
    ['another service', 'other-service', { service: 'e'.repeat(64) }],
    ['another policy', 'other-policy', { policy: 'e'.repeat(64) }],
    ['another rule', 'other-rule', { rule: 3 }],
    ['other facts', 'other-facts', { facts: 'e'.repeat(64) }],
    ['other attachments', 'other-attachments', { attachments: 'e'.repeat(64) }],
    ['another address', 'other-address', { chosenAddress: '0x0' }],
    ['another console', 'other-console', { console: 'e'.repeat(64) }],
    ['a head that the chain lacks', 'head-unknown', { chain: 'e'.repeat(64) }],
    ['a delegator who never delegated', 'not-delegated', { for: 'person-zed' }],
  ])('over %s does not count: %s', async (_what, name, changes) => {
    expect(await refusalOf(await decide(people.gus, 'request.approve', changes))).toBe(name);
  });

  it('counts for the member of a group that is asked for, and not in a role that the passkey lacks', async () => {
    expect(await approveAs(people.ivy, 'group:Treasury')).toBeUndefined();
    expect(await approveAs(people.ivy, 'approver')).toBe('wrong-role');
    expect(await approveAs(people.ivy, 'group:Board')).toBe('wrong-role');
    expect(await approveAs(desk.admins[0], 'admin')).toBe('role-not-asked');
  });

  it('counts until the withdrawal expires, whatever the rows say', async () => {
    const approval = await decide(people.gus, 'request.approve');
    const at = async (time: string) => refusalOf(approval, { point: { now: new Date(time) } });
    expect(await at('2026-11-25T05:00:00.000Z')).toBeUndefined();
    expect(await at('2026-11-25T05:00:00.001Z')).toBe('vote-expired');
  });

  it('does not count by the requester, also with another of their passkeys', async () => {
    expect(await refusalOf(await decide(people.fay, 'request.approve'))).toBe('own-request');
    const second = await desk.enrol('fay', APPROVER);
    expect(await refusalOf(await decide(second, 'request.approve'))).toBe('own-request');
  });

  it('does not count twice', async () => {
    const first = await decide(people.gus, 'request.approve');
    const second = await decide(people.gus, 'request.approve');
    expect(await refusalOf(second, { before: [first] })).toBe('voted-already');
    expect(await refusalOf(first, { before: [first] })).toBe('voted-already');
  });

  it('counts delegate and delegator as one', async () => {
    await desk.delegate(people.hal, people.gus);
    await desk.delegate(people.hal, people.ivy, { as: 'group:Treasury' });
    await desk.delegate(people.fay, people.gus);
    const forHal = await decide(people.gus, 'request.approve', { for: 'person-hal' });
    const forFay = await decide(people.gus, 'request.approve', { for: 'person-fay' });
    const ownHal = await decide(people.hal, 'request.approve');
    expect(await refusalOf(forHal)).toBeUndefined();
    expect(await refusalOf(forFay)).toBe('own-request');
    expect(await refusalOf(forHal, { before: [ownHal] })).toBe('voted-already');
    expect(await refusalOf(ownHal, { before: [forHal] })).toBe('voted-already');
    const alsoForHal = await decide(people.ivy, 'request.approve', { for: 'person-hal', as: 'group:Treasury' });
    expect(await refusalOf(alsoForHal, { before: [forHal] })).toBe('voted-already');
  });

  it.each<[string, string | undefined, Parameters<ProofDesk['delegate']>[2]]>([
    ['that is in force', undefined, {}],
    ['of another role', 'not-delegated', { as: 'admin' }],
    ['that began later', 'not-delegated', { from: '2026-11-24T00:00:00.000Z' }],
    ['that was over', 'not-delegated', { until: '2026-11-23T05:00:00.000Z' }],
    ['to another person', 'not-delegated', { delegate: { ...personNamed('gus'), subject: 'gus-2' } }],
  ])('counts for somebody under a delegation %s: %s', async (_, refusal, changes) => {
    const kim = await desk.enrol(`kim-${crypto.randomUUID()}`, { roles: ['approver', 'admin'], groups: [] });
    await desk.delegate(kim, people.gus, changes);
    const approval = await decide(people.gus, 'request.approve', { for: kim.person.id });
    expect(await refusalOf(approval)).toBe(refusal);
  });

  it('does not count under a delegation that was ended, whose text was changed, that is later, or unsigned', async () => {
    const ended = await enrolApprover('ended');
    const changed = await enrolApprover('changed');
    const later = await enrolApprover('later');
    const unsigned = await enrolApprover('unsigned');
    await desk.delegate(ended, people.gus);
    const before = await decide(people.gus, 'request.approve', { for: ended.person.id });
    const end = desk.statement('delegation.end', {
      subject: { id: `${ended.person.id} to ${people.gus.person.id}`, version: 1 },
    });
    await desk.sign(people.gus, end, '', { as: 'approver' });
    const after = await decide(people.gus, 'request.approve', { for: ended.person.id });
    expect(await refusalOf(before)).toBeUndefined();
    expect(await refusalOf(after)).toBe('not-delegated');

    const grant = desk.statement('delegation', { subject: { id: 'changed', version: 1 }, as: 'approver' });
    await desk.sign(changed, grant, writeDelegation(GRANT));
    expect(await refusalOf(await decide(people.gus, 'request.approve', { for: changed.person.id }))).toBe(
      'not-delegated',
    );

    const early = await decide(people.gus, 'request.approve', { for: later.person.id });
    await desk.delegate(later, people.gus);
    expect(await refusalOf(early)).toBe('not-delegated');

    const text = writeDelegation(GRANT);
    const bare = desk.statement('delegation', {
      subject: { id: 'unsigned', version: 1 },
      sha256: await sha256Hex(text),
      person: unsigned.person,
      as: 'approver',
    });
    const written = writeStatement(bare);
    if (!written.ok) throw new Error(written.error.sentence);
    await desk.append(written.value, null, text);
    expect(await refusalOf(await decide(people.gus, 'request.approve', { for: unsigned.person.id }))).toBe(
      'not-delegated',
    );
  });

  it('does not count once the passkey that signed the delegation is removed', async () => {
    const leaving = await enrolApprover('leaving');
    await desk.delegate(leaving, people.gus);
    const approval = await decide(people.gus, 'request.approve', { for: leaving.person.id });
    expect(await refusalOf(approval)).toBeUndefined();
    await desk.signAbout(leaving, 'key.remove', leaving.record, { as: 'holder' });
    expect(await refusalOf(approval)).toBe('delegation-lapsed');
  });

  it('does not count with findings that are not those that were shown', async () => {
    const shown = '[{"id":"new-address"}]';
    const approval = await decide(people.gus, 'request.approve', { findings: await sha256Hex(shown) });
    expect(await refusalOf({ ...approval, findings: shown })).toBeUndefined();
    expect(await refusalOf({ ...approval, findings: '[]' })).toBe('other-findings');
    expect(await refusalOf({ ...approval, findings: '\ud800' })).toBe('other-findings');
  });

  it('does not count with a passkey that came later or was removed before', async () => {
    const head = desk.list.chain.head;
    const jan = await desk.enrol('jan', APPROVER);
    expect(await refusalOf(await decide(jan, 'request.approve', { chain: head }))).toBe('key-added-later');
    const approval = await decide(jan, 'request.approve');
    const claimed = { at: desk.list.chain.length };
    expect(await refusalOf(approval, { point: claimed })).toBeUndefined();
    await desk.signAbout(jan, 'key.remove', jan.record, { as: 'holder' });
    expect(await refusalOf(approval)).toBe('key-removed');
    // What left before the removal was signed by a passkey on the list.
    expect(await refusalOf(approval, { point: claimed })).toBeUndefined();
    expect(await refusalOf(await decide(jan, 'request.approve'))).toBe('key-removed');
  });

  it('does not count in the name of another person', async () => {
    const posing = { ...people.gus, person: people.hal.person };
    expect(await refusalOf(await decide(posing, 'request.approve'))).toBe('wrong-person');
    const stranger = { ...people.gus, person: { ...people.gus.person, issuer: 'https://evil.example' } };
    expect(await refusalOf(await decide(stranger, 'request.approve'))).toBe('wrong-person');
  });

  it('does not count with a statement that is not in the chain, or not yet', async () => {
    const approval = await decide(people.gus, 'request.approve');
    const outside = { ...approval, statement: approval.statement.replace('"rule":2', '"rule":3') };
    expect(await refusalOf(outside)).toBe('statement-not-in-chain');
    expect(await refusalOf(approval, { point: { at: desk.list.chain.length - 2 } })).toBe('statement-not-in-chain');
  });

  it('does not count with a counter that went back', async () => {
    const kim = await desk.enrol('kim', APPROVER);
    const approve = async (counter: number) =>
      desk.sign(kim, desk.statement('request.approve'), '', { as: 'approver', changes: { counter } });
    const [first, second, third] = [await approve(4), await approve(9), await approve(9)];
    expect(await refusalOf(first)).toBeUndefined();
    expect(await refusalOf(second)).toBeUndefined();
    expect(await refusalOf(third)).toBe('counter-went-back');
  });

  it('is refused by name with any one byte changed, also where the chain was computed again', async () => {
    const small = await ProofDesk.open();
    const dan = await small.enrol('dan', APPROVER);
    const approval = await small.sign(dan, small.statement('request.approve'));
    const parts = ['statement', 'credentialId', 'authenticatorData', 'clientDataJSON', 'signature'] as const;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...parts), fc.nat(), fc.integer({ min: 1, max: 255 }), async (part, at, by) => {
        const changed = change(approval, part, { at, by });
        fc.pre(changed.statement.isWellFormed());
        const again = await appendAgain(small, changed, approval.statement);
        const point = { at: again.chain.length, now: BEFORE_EXPIRY };
        const expected = { request: REQUEST, point, requester: people.fay.person, earlier: [], as: ['approver'] };
        const verified = await verifyApproval(again, changed, expected);
        expect(verified).toMatchObject({ ok: false, error: { name: expect.stringMatching(/^[a-z-]+$/) as string } });
      }),
      { numRuns: runs(0.3) },
    );
  });

  it('is found to hold by a second reading that shares no code', async () => {
    for (const who of [people.gus, people.hal, people.ivy]) {
      const as = who === people.ivy ? 'group:Treasury' : 'approver';
      const { statement, assertion } = await decide(who, 'request.approve', { as });
      const { spki } = who.passkey.publicKey;
      const signed = { statement, assertion: assertion!, rpId: TEST_RP_ID, origin: TEST_ORIGIN, spki };
      expect(checkAssertionAgain(signed)).toBe(true);
    }
  });
});

describe('a batch', () => {
  const items = [1, 2, 3].map((number) => ({
    id: `request-${number}`,
    version: number,
    sha256: String(number).repeat(64),
  }));
  const facts = items.map((item) => ({ ...item, sha256: String(item.version + 5).repeat(64) }));
  // The first two have files.
  const lists = items.slice(0, 2).map((one) => ({ ...one, sha256: String(one.version + 6).repeat(64) }));
  const item = (index: number): DecidedRequest => ({
    ...WITHOUT_FILES,
    ...(lists[index] && { attachments: lists[index].sha256 }),
    id: items[index]!.id,
    version: items[index]!.version,
    sha256: items[index]!.sha256,
    facts: facts[index]!.sha256,
    rule: index + 1,
  });

  const approveBatch = async (listed = items, files = lists): Promise<SignedDecision> => {
    const {
      for: _,
      rule: __,
      attachments: ___,
      ...statement
    } = desk.statement('batch.decide', {
      subject: { id: 'batch-1', version: 1 },
      items: await hashItems(listed),
      facts: await hashItems(facts),
    });
    const named = files.length > 0 ? { ...statement, attachments: await hashItems(files) } : statement;
    const signed = await desk.sign(people.gus, named, '', { as: 'approver' });
    return { ...signed, items: writeItems(listed), facts: writeItems(facts), attachments: writeItems(files) };
  };

  it('covers the files of each item, and no others', async () => {
    const approval = await approveBatch();
    const refused = (request: DecidedRequest, signed = approval) => refusalOf(signed, { request });
    expect(await refused({ ...item(0), attachments: lists[1]!.sha256 })).toBe('other-attachments');
    expect(await refused({ ...item(2), attachments: lists[1]!.sha256 })).toBe('other-attachments');
    const { attachments: _, ...bare } = item(0);
    expect(await refused(bare)).toBe('other-attachments');
    expect(await refused(item(0), { ...approval, attachments: writeItems(lists.slice(0, 1)) })).toBe(
      'other-attachments',
    );
    const { attachments: __, ...unlisted } = approval;
    expect(await refused(item(2), unlisted)).toBe('other-attachments');
    // A statement that names none covers none, whatever lies beside it.
    const silent = await approveBatch(items, []);
    expect(await refused(item(2), silent)).toBeUndefined();
    expect(await refused(item(0), { ...silent, attachments: writeItems(lists) })).toBe('other-attachments');
  });

  it('is approved with one signature, item by item', async () => {
    const approval = await approveBatch();
    for (const index of [0, 1, 2]) expect(await refusalOf(approval, { request: item(index) })).toBeUndefined();
  });

  it('does not approve what was left out, another version, other bytes or other facts', async () => {
    const approval = await approveBatch(items.slice(0, 2));
    const first = item(0);
    expect(await refusalOf(approval, { request: item(2) })).toBe('other-subject');
    expect(await refusalOf(approval, { request: { ...first, version: 9 } })).toBe('other-subject');
    expect(await refusalOf(approval, { request: { ...first, sha256: 'e'.repeat(64) } })).toBe('other-bytes');
    expect(await refusalOf(approval, { request: { ...first, facts: 'e'.repeat(64) } })).toBe('other-facts');
  });

  it('is refused over another list than the one signed', async () => {
    const approval = await approveBatch(items.slice(0, 2));
    const longer = { ...approval, items: writeItems(items) };
    const { items: _, ...without } = approval;
    const told = { ...approval, facts: writeItems(facts.toReversed()) };
    expect(await refusalOf(longer, { request: item(2) })).toBe('items-other');
    expect(await refusalOf(without, { request: item(0) })).toBe('items-other');
    expect(await refusalOf(told, { request: item(0) })).toBe('other-facts');
  });
});

describe('a change that takes two people', () => {
  const policy = { kind: 'policy' as const, subject: { id: 'policy', version: 4 }, sha256: 'd'.repeat(64) };
  const sign = async (who: DeskPerson, changes: Partial<Statement> = {}) =>
    desk.sign(who, desk.statement('policy', { ...policy, ...changes }));
  const verifyPolicy = async (decisions: SignedDecision[]) => verifyChange(desk.list, decisions, policy);

  it('holds with two, and goes on holding after one of their passkeys was removed', async () => {
    const lee = await desk.enrol('lee', { roles: ['admin'], groups: [] });
    const signed = [await sign(desk.admins[0]), await sign(lee)];
    expect(await verifyPolicy(signed)).toMatchObject({ ok: true });
    await desk.signAbout(lee, 'key.remove', lee.record, { as: 'holder' });
    expect(await verifyPolicy(signed)).toMatchObject({ ok: true });
    expect(await verifyPolicy([signed[0]!, await sign(lee)])).toMatchObject({ ok: false });
  });

  it('is confirmed by somebody who may do more than propose it', async () => {
    const entry = { kind: 'recipient' as const, subject: { id: 'recipient-1', version: 1 }, sha256: 'd'.repeat(64) };
    const other = await desk.enrol('mia', { roles: ['finance'], groups: [] });
    const as = async (who: DeskPerson, role: string) =>
      desk.sign(who, desk.statement('recipient', entry), '', { as: role });
    const [proposed, also, confirmed] = [
      await as(people.fay, 'finance'),
      await as(other, 'finance'),
      await as(people.gus, 'approver'),
    ];
    expect(await verifyChange(desk.list, [proposed, confirmed], entry)).toMatchObject({ ok: true });
    expect(await verifyChange(desk.list, [proposed, also], entry)).toMatchObject({
      error: { name: 'too-few-signatures', sentence: expect.stringContaining('may confirm such a change') as string },
    });
  });

  it('does not hold with one person twice, somebody without the role, or other bytes', async () => {
    const [ada, ben] = desk.admins;
    const first = await sign(ada);
    for (const [second, why] of [
      [await sign(ada), 'has signed the same change already'],
      [first, 'has signed the same change already'],
      [await sign(people.gus), 'does not allow this passkey'],
      [await sign(ben, { sha256: 'e'.repeat(64) }), 'over other bytes'],
      [await sign(ben, { subject: { id: 'policy', version: 5 } }), 'another change'],
      [await sign(ben, { kind: 'registry' }), 'about something else'],
      [{ ...(await sign(ben)), assertion: null }, 'Nobody signed'],
    ] as const)
      expect(await verifyPolicy([first, second])).toMatchObject({
        error: { name: 'too-few-signatures', sentence: expect.stringContaining(why) as string },
      });
    expect(await verifyPolicy([])).toMatchObject({ ok: false });
  });
});

const withdrawApproval = async (signer: DeskPerson) => {
  const { id, version, sha256 } = REQUEST;
  const { items: _, ...statement } = desk.statement('request.withdrawApproval', { subject: { id, version }, sha256 });
  expect((await desk.sign(signer, statement, '', { as: 'approver' })).refused).toBeUndefined();
};
const verdictOn = async (create: SignedDecision, approvals: SignedDecision[], at?: number) => {
  const needs = { count: 1, as: ['approver'] };
  const point = { ...now(), ...(at !== undefined && { at }) };
  const verified = await verifyWithdrawal(desk.list, { request: REQUEST, create, approvals, needs }, point);
  return verified.ok ? 'holds' : verified.error.sentence;
};

describe('what was taken back', () => {
  it('does not count again: an approval, though others still do', async () => {
    const create = await decide(people.fay, 'request.create');
    const approvals = [await decide(people.gus, 'request.approve'), await decide(people.hal, 'request.approve')];
    const before = desk.list.chain.length;
    await withdrawApproval(people.gus);
    expect(await verdictOn(create, approvals.slice(0, 1))).toContain('This person withdrew their approval');
    expect(await verdictOn(create, approvals.slice(0, 1), before)).toBe('holds');
    expect(await verdictOn(create, approvals)).toBe('holds');
  });

  it('does not leave: a request that somebody rejected, or several under one signature', async () => {
    const create = await decide(people.fay, 'request.create');
    const approvals = [await decide(people.hal, 'request.approve')];
    expect(await verdictOn(create, approvals)).toBe('holds');
    const items = writeItems([{ id: 'request-0', version: 1, sha256: 'd'.repeat(64) }, REQUEST]);
    const sha256 = await sha256Hex(items);
    const about = { subject: { id: 'group', version: 1 }, sha256, items: sha256 };
    await desk.sign(people.ivy, desk.statement('request.reject', about), items, { as: 'group:Treasury' });
    expect(await verdictOn(create, approvals)).toContain('A rejection or cancellation of this version of the request');
  });

  it('is not hidden by other lines than those that were signed', async () => {
    const items = writeItems([REQUEST]);
    const sha256 = await sha256Hex(items);
    for (const content of ['', items.replace('request-1', 'request-2')]) {
      const about = { subject: { id: 'group', version: 1 }, sha256, items: sha256 };
      const { refused } = await desk.sign(people.ivy, desk.statement('request.reject', about), content, {
        as: 'group:Treasury',
      });
      expect(refused).toBe('items-other');
      desk = await ProofDesk.open();
    }
  });
});

/** Changes one byte of a part of a decision. */
function change(
  decision: SignedDecision,
  part: 'statement' | keyof Assertion,
  { at, by }: { at: number; by: number },
): SignedDecision {
  const flip = (bytes: Uint8Array) => bytes.with(at % bytes.length, bytes[at % bytes.length]! ^ by);
  if (part === 'statement')
    return { ...decision, statement: new TextDecoder().decode(flip(new TextEncoder().encode(decision.statement))) };
  const assertion = decision.assertion!;
  return { ...decision, assertion: { ...assertion, [part]: toBase64url(flip(fromBase64url(assertion[part])!)) } };
}

/** Reads the desk's chain again with a decision in the place of another, and every hash computed again. */
async function appendAgain(from: ProofDesk, decision: SignedDecision, replaced: string): Promise<KeyList> {
  const again = await KeyList.open(writeRoot(from.root), from.list.fingerprint);
  if (!again.ok) throw new Error(again.error.sentence);
  for (const { entry, content } of from.entries) {
    const { statement, assertion } = entry.statement === replaced ? decision : entry;
    const unhashed = { number: entry.number, previous: again.value.chain.head, statement, assertion };
    await again.value.append({ ...unhashed, hash: await hashEntry(unhashed) }, content);
    if (entry.statement === replaced) break;
  }
  return again.value;
}
