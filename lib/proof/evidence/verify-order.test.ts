import { beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '@/lib/proof/bytes';
import type { SignedDecision } from '@/lib/proof/counted';
import { writeOrder } from '@/lib/proof/statements/standing-orders';
import { type Statement, writeStatement } from '@/lib/proof/statement';
import { type DecidedRequest, verifyWithdrawal } from '@/lib/proof/evidence/verify-decision';
import { verifyOrder } from '@/lib/proof/evidence/verify-order';
import { occurrenceText, requestText } from '@/lib/standing-orders/occurrence';
import { uuidOfHash } from '@/lib/text/uuid';
import { mintReference } from '@/lib/withdrawals/reference';
import { type DeskPerson, personNamed, ProofDesk } from '@/scripts/testing/passkeys/proof-desk';

const SERVICE = 'b'.repeat(64);
// Statements of a desk are issued on this date, in every zone.
const DATE = '2026-11-23';
const ORDER = {
  owner: personNamed('fay'),
  bytes: '{"profile_id":"p-ops","asset":"ETH","crypto_network":"ETHEREUM","destination_address":"0x1","amount":"5"}',
  firstDate: '2026-11-16',
  every: 'week',
  lastDate: '2026-12-31',
  maxCount: 3,
  timeZone: 'Europe/Lisbon',
} as const;

const SUNDAY = '2026-11-22';
const BANK_DAYS = {
  calendar: 'T2',
  adjust: 'after',
  moved: { [SUNDAY]: DATE },
  skipped: { '2026-11-29': 'closed' },
} as const;

let desk: ProofDesk;
let people: Record<'fay' | 'gus' | 'hal' | 'ivy' | 'joe', DeskPerson>;
let count = 0;
beforeAll(async () => {
  desk = await ProofDesk.open();
  people = {
    fay: await desk.enrol('fay', { roles: ['finance', 'approver'], groups: [] }),
    gus: await desk.enrol('gus', { roles: ['approver'], groups: [] }),
    hal: await desk.enrol('hal', { roles: ['approver'], groups: [] }),
    ivy: await desk.enrol('ivy', { roles: ['approver'], groups: [] }),
    joe: await desk.enrol('joe', { roles: ['finance'], groups: [] }),
  };
});

type Signed = SignedDecision & { id: string };
type Order = Omit<Parameters<typeof writeOrder>[0], 'owner'> & { owner: Statement['person'] };

/** Signs an order by its owner, with a content beside it that is what was signed unless given. */
async function order(
  changes: Partial<Order> = {},
  { owner = people.fay, content, ...stated }: Partial<Statement> & { owner?: DeskPerson; content?: string } = {},
): Promise<Signed> {
  const text = writeOrder({ ...ORDER, ...changes });
  const id = `order-${(count += 1)}`;
  const about = { subject: { id, version: 1 }, sha256: await sha256Hex(text), ...stated };
  const signed = await desk.sign(owner, desk.statement('standingOrder', about), content ?? text);
  return { ...signed, id: about.subject.id };
}

async function approve(signed: Signed, by: DeskPerson, changes: Partial<Statement> = {}): Promise<void> {
  const { subject, sha256 } = JSON.parse(signed.statement) as Statement;
  await desk.sign(by, desk.statement('standingOrder.approve', { subject, sha256, ...changes }), '', {
    as: 'approver',
  });
}

async function approved(...given: Parameters<typeof order>): Promise<Signed> {
  const signed = await order(...given);
  await approve(signed, people.gus);
  await approve(signed, people.hal);
  return signed;
}

interface Asked {
  date?: string;
  ownerId?: string;
  bytes?: string;
}

/** Gives the request that the console makes of an order for a date. */
async function requestOf(
  { id }: Pick<Signed, 'id'>,
  { date = DATE, ownerId = 'person-fay', bytes = ORDER.bytes }: Asked = {},
): Promise<DecidedRequest> {
  const formKey = uuidOfHash(await sha256Hex(occurrenceText(id, date)));
  const sent = JSON.stringify({ ref_id: mintReference(formKey), ...(JSON.parse(bytes) as object) });
  return {
    id: uuidOfHash(await sha256Hex(requestText(ownerId, formKey))),
    version: 1,
    sha256: await sha256Hex(sent),
    service: SERVICE,
    policy: '3'.repeat(64),
    rule: 2,
    facts: '4'.repeat(64),
  };
}

/** Has a person approve a request; the validity ends on the day after the date. */
async function vote(request: DecidedRequest, by = people.ivy, changes: Partial<Statement> = {}) {
  const { attachments: _, chosenAddress: __, ...sample } = desk.statement('request.approve');
  const about = { subject: { id: request.id, version: request.version }, sha256: request.sha256, ...changes };
  return desk.sign(by, { ...sample, ...about }, '', { as: 'approver' });
}

/** Gives why a withdrawal that rests on an order does not count; undefined where it does. */
async function refusalOf(
  create: SignedDecision,
  request: DecidedRequest,
  approvals?: SignedDecision[],
): Promise<string | undefined> {
  const signed = {
    request,
    create,
    approvals: approvals ?? [await vote(request)],
    needs: { count: 1, as: ['approver'] },
  };
  const point = { at: desk.list.chain.length, now: new Date('2026-11-24T00:00:00.000Z') };
  const verified = await verifyWithdrawal(desk.list, signed, point);
  if (verified.ok) return undefined;
  const { name, sentence } = verified.error;
  return name === 'too-few-signatures' ? sentence : name;
}

const refusalOfOrder = async (signed: Signed) => refusalOf(signed, await requestOf(signed));

describe('a request that rests on a standing order', () => {
  it('holds with an order that two others approved, and an approval of its own', async () => {
    const signed = await approved();
    expect(await refusalOfOrder(signed)).toBeUndefined();
    const first = await requestOf(signed, { date: '2026-11-16' });
    expect(await refusalOf(signed, first, [await vote(first)])).toBeUndefined();
  });

  it('does not hold without an approval of its own, or with that of its owner alone', async () => {
    const signed = await approved();
    const request = await requestOf(signed);
    expect(await refusalOf(signed, request, [])).toContain('0 of 1 approvals count');
    expect(await refusalOf(signed, request, [await vote(request, people.fay)])).toContain('Nobody approves their own');
  });

  it.each<[string, (signed: Signed) => Promise<void>]>([
    ['nobody', async () => undefined],
    ['one person', async (signed) => approve(signed, people.gus)],
    [
      'one person twice',
      async (signed) => {
        await approve(signed, people.gus);
        await approve(signed, people.gus);
      },
    ],
    [
      'the owner and one other',
      async (signed) => {
        await approve(signed, people.fay);
        await approve(signed, people.gus);
      },
    ],
    [
      'two who signed other bytes',
      async (signed) => {
        await approve(signed, people.gus, { sha256: 'e'.repeat(64) });
        await approve(signed, people.hal, { sha256: 'e'.repeat(64) });
      },
    ],
    [
      'two who signed for another service',
      async (signed) => {
        await approve(signed, people.gus, { service: 'e'.repeat(64) });
        await approve(signed, people.hal, { service: 'e'.repeat(64) });
      },
    ],
    [
      'two who signed another order',
      async (signed) => {
        await approve(signed, people.gus, { subject: { id: 'order-0', version: 1 } });
        await approve(signed, people.hal, { subject: { id: 'order-0', version: 1 } });
      },
    ],
  ])('does not hold where %s approved the order', async (_who, approveOrder) => {
    const signed = await order();
    await approveOrder(signed);
    expect(await refusalOfOrder(signed)).toBe('order-not-approved');
  });

  it.each<[string, Partial<Order>]>([
    ['another amount', { bytes: ORDER.bytes.replace('"5"', '"50"') }],
    ['another address', { bytes: ORDER.bytes.replace('0x1', '0x2') }],
    ['a later end', { lastDate: '2027-12-31' }],
    ['a higher count', { maxCount: 30 }],
    ['another first date', { firstDate: '2026-11-23' }],
    ['another zone', { timeZone: 'UTC' }],
    ['a calendar', { bankDays: { calendar: 'T2', adjust: 'after', moved: {}, skipped: {} } }],
    ['another owner', { owner: personNamed('joe') }],
  ])('does not hold where the text beside the signature has %s', async (_what, changes) => {
    const content = writeOrder({ ...ORDER, ...changes });
    expect(await refusalOfOrder(await approved({}, { content }))).toBe('order-unreadable');
  });

  it.each([
    '',
    '{}',
    'null',
    writeOrder({ ...ORDER, bytes: '{"ref_id":"cs-1"}' }),
    writeOrder({ ...ORDER, bankDays: { ...BANK_DAYS, moved: { [SUNDAY]: '2026-11-24' } } }),
    writeOrder({ ...ORDER, bankDays: { ...BANK_DAYS, moved: { '2026-11-16': '2026-11-23' } } }),
  ])('does not hold over the text %s', async (content) => {
    expect(await refusalOfOrder(await approved({}, { content, sha256: await sha256Hex(content) }))).toBe(
      'order-unreadable',
    );
  });

  it('does not hold with other bytes than those of the order', async () => {
    const signed = await approved();
    const request = await requestOf(signed, { bytes: ORDER.bytes.replace('"5"', '"50"') });
    expect(await refusalOf(signed, request)).toBe('other-bytes');
    const own = await requestOf(signed);
    expect(await refusalOf(signed, { ...own, attachments: '2'.repeat(64) }, [])).toBe('other-attachments');
    expect(await refusalOf(signed, { ...own, chosenAddress: '0x1' }, [])).toBe('other-address');
    expect(await refusalOf(signed, { ...own, service: 'e'.repeat(64) }, [])).toBe('other-service');
  });

  it('does not hold for a date that the order has not, another owner, order or version', async () => {
    const signed = await approved();
    for (const date of ['2026-11-22', '2026-11-09', '2026-12-07'])
      expect(await refusalOf(signed, await requestOf(signed, { date }))).toBe('order-other-date');
    expect(await refusalOf(signed, await requestOf(signed, { ownerId: 'person-joe' }))).toBe('order-other-date');
    expect(await refusalOf(signed, await requestOf({ id: 'order-0' }))).toBe('order-other-date');
    expect(await refusalOf(signed, { ...(await requestOf(signed)), version: 2 })).toBe('order-other-date');
    // A second request for the date, under an ID of its own.
    const request = await requestOf(signed);
    expect(await refusalOf(signed, { ...request, id: uuidOfHash(await sha256Hex('other')) })).toBe('order-other-date');
  });

  it('does not hold where the approval came before the date, or is valid long after it', async () => {
    const signed = await approved();
    const early = await requestOf(signed, { date: '2026-11-30' });
    expect(await refusalOf(signed, early)).toContain('before the date of the planned payment');
    const request = await requestOf(signed);
    const late = await vote(request, people.ivy, { validUntil: '2026-12-26T00:00:00.000Z' });
    expect(await refusalOf(signed, request, [late])).toContain('valid too long');
    // A limit over time makes this one wait, by the facts that were signed, and never longer than a month.
    const waiting = { ...request, notBefore: '2026-12-20T00:00:00.000Z' };
    expect(await refusalOf(signed, waiting, [late])).toBeUndefined();
    const later = await vote(request, people.ivy, { validUntil: '2027-03-01T00:00:00.000Z' });
    expect(await refusalOf(signed, { ...request, notBefore: '2027-02-20T00:00:00.000Z' }, [later])).toContain(
      'too long',
    );
  });

  it('has the text that was signed before bank days were known, where it has none', () => {
    expect(writeOrder({ ...ORDER, owner: { id: 'p', issuer: 'i', subject: 's' } })).toBe(
      `{"bytes":${JSON.stringify(ORDER.bytes)},"every":"week","firstDate":"2026-11-16",` +
        `"format":"countersign/standing-order/1","lastDate":"2026-12-31","maxCount":3,` +
        `"owner":{"id":"p","issuer":"i","subject":"s"},"timeZone":"Europe/Lisbon"}`,
    );
  });

  it('is of the day to which its date was moved, and of no date that is skipped', async () => {
    const signed = await approved({ firstDate: '2026-11-15', bankDays: BANK_DAYS });
    // Approved on the bank day, which the Sunday became.
    expect(await refusalOf(signed, await requestOf(signed, { date: SUNDAY }))).toBeUndefined();
    expect(await refusalOf(signed, await requestOf(signed))).toBe('order-other-date');
    expect(await refusalOf(signed, await requestOf(signed, { date: '2026-11-29' }))).toBe('order-other-date');
    const moved = { [SUNDAY]: '2026-11-24' };
    const later = await approved({ firstDate: '2026-11-15', bankDays: { ...BANK_DAYS, moved } });
    expect(await refusalOf(later, await requestOf(later, { date: SUNDAY }))).toContain(
      'before the date of the planned payment',
    );
  });

  it('does not hold where the approval came before the second of the order', async () => {
    const signed = await order();
    await approve(signed, people.gus);
    const request = await requestOf(signed);
    const approval = await vote(request);
    await approve(signed, people.hal);
    expect(await refusalOf(signed, request, [approval])).toContain('before this');
    expect(await refusalOf(signed, request)).toBeUndefined();
  });

  it('holds as it was approved before the end of the order, and not after it, though nobody signed the end', async () => {
    const signed = await approved();
    const request = await requestOf(signed);
    const approval = await vote(request);
    const unsigned = writeStatement(desk.statement('standingOrder.end', { subject: { id: signed.id, version: 1 } }));
    if (!unsigned.ok) throw new Error(unsigned.error.sentence);
    await desk.append(unsigned.value, null);
    expect(await refusalOf(signed, request, [approval])).toBeUndefined();
    expect(await refusalOf(signed, request)).toContain('ended before this approval');
  });

  it('does not hold on an order of somebody who may not request, or whose passkey was removed', async () => {
    expect(await refusalOfOrder(await approved({ owner: personNamed('ivy') }, { owner: people.ivy }))).toBe(
      'wrong-role',
    );
    const kim = await desk.enrol('kim', { roles: ['finance'], groups: [] });
    const signed = await approved({ owner: personNamed('kim') }, { owner: kim });
    const request = await requestOf(signed, { ownerId: 'person-kim' });
    expect(await refusalOf(signed, request)).toBeUndefined();
    await desk.signAbout(kim, 'key.remove', kim.record, { as: 'holder' });
    expect(await refusalOf(signed, request)).toBe('key-removed');
  });

  it('does not take an approval of an order, or an order nobody signed, for its order', async () => {
    const signed = await approved();
    const request = await requestOf(signed);
    const { statement, assertion = null } = desk.list.orders.listApprovals(signed.id)[0] ?? { statement: '' };
    expect(await refusalOf({ statement, assertion }, request)).toBe('other-kind');
    expect(await refusalOf({ ...signed, assertion: null }, request)).toBe('unsigned');
    const point = { service: SERVICE, at: desk.list.chain.numberOf(desk.list.chain.head) ?? 0 };
    expect((await verifyOrder(desk.list, { statement, assertion }, point)).ok).toBe(false);
  });
});
