import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/approve-request';
import { caller } from '@/scripts/testing/caller';
import { storeRecords } from '@/scripts/testing/mirror-records';
import { setUpTestConsole } from '@/scripts/testing/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/without-triggers';
import { filledForm } from '@/scripts/stack/filled-form';
import { recipientKey } from '@/lib/recipients/recipients';
import { describeRequestOutcome } from '@/lib/requests/describe-outcome';
import { readSearchTerm } from '@/lib/search/search-terms';
import { addRecipients } from '@/lib/server/recipients/names';
import { createRequest } from '@/lib/server/requests/create';
import { findRequests } from '@/lib/server/requests/find';
import { findRequestsByReference, searchBesideTransfers } from '@/lib/server/search/search';
import { listTransfersOfRecipient } from '@/lib/server/transfers/of-recipient';
import { sendNext } from '@/lib/server/sends/worker';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

setUpTestConsole();
type SignedIn = Awaited<ReturnType<typeof signInAs>>;
let finance: SignedIn;
let others: SignedIn[];
const ADDRESS = '0x27b1fdb04752bbc536007a920d24acb045561c26';
const OTHER_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

beforeAll(async () => {
  finance = await signInAs('Fiona of Finance', ['finance']);
  others = [await signInAs('approver-one', ['approver']), await signInAs('approver-two', ['approver'])];
});
beforeEach(() => {
  caller.sessionId = finance.sessionId;
});

async function create(change: Partial<WithdrawalForm> = {}): Promise<string> {
  const created = await createRequest({ formKey: randomUUID(), form: filledForm(change) });
  if (!created.ok) throw new Error(`not created: ${JSON.stringify(created.error)}`);
  return created.value.requestId;
}

async function addEntry(
  name: string,
  change: { network?: string; address?: string; memo?: string; state?: string } = {},
) {
  const { network = 'ETHEREUM', address = ADDRESS, memo = null, state = 'ACTIVE' } = change;
  const key = recipientKey({ crypto_network: network, destination_address: address, ...(memo !== null && { memo }) });
  const id = randomUUID();
  await withoutTriggers((transaction) =>
    transaction.execute(sql`
      with proposal as (
        insert into proposals (kind, subject, payload, comment, proposed_by, state)
        values ('recipient', ${id}, '{"changes":[]}', '', ${finance.person.id}, 'DECLINED') returning id)
      insert into recipients (id, state, name, network, address, memo, recipient_key, normal_address, owner_id, proposal_id)
      select ${id}::uuid, ${state}, ${name}, ${network}, ${address}, ${memo}, ${key}, ${(JSON.parse(key) as string[])[1]},
        ${finance.person.id}::uuid, id from proposal`),
  );
  return id;
}

async function search(text: string) {
  const found = await searchBesideTransfers(text);
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
}
const requestsFor = async (text: string) =>
  (await search(text)).requests.map(({ id, match }) => [id, `${match.field} ${match.how}`]);

describe('the search of requests', () => {
  it('finds a request by each of its texts, and says which one matched', async () => {
    const id = await create({
      referenceId: 'Find-Me.2026',
      destinationAddress: OTHER_ADDRESS,
      value: '123.4567',
      note: 'Payout for the Überlingen branch',
      metadata: [{ key: 'order', value: 'ORD 7791 %x_y' }],
    });
    const byText: [string, string][] = [
      ['find-me.2026', 'ref_id exact'],
      ['FIND-ME.2', 'ref_id prefix'],
      [id, 'request_id exact'],
      ['123.4567 eth', 'amount exact'],
      ['eth 123.45670', 'amount exact'],
      ['Überlingen', 'note contains'],
      ['payout for', 'note prefix'],
      ['ord 7791 %x_y', 'metadata.order exact'],
      ['7791 %x', 'metadata.order contains'],
    ];
    for (const [text, how] of byText) expect([text, await requestsFor(text)]).toEqual([text, [[id, how]]]);
    expect((await requestsFor(OTHER_ADDRESS.toLowerCase()))[0]).toEqual([id, 'destination_address exact']);
    expect((await requestsFor(OTHER_ADDRESS.slice(0, 12)))[0]?.[1]).toBe('destination_address prefix');
    expect((await requestsFor('of finance fiona'))[0]?.[1]).toBe('requester contains');
    expect(await requestsFor('no such text anywhere')).toEqual([]);
  });

  it('takes a whole reference for the answer, and puts it before longer ones', async () => {
    const long = await create({ referenceId: 'PAY-1000-b', note: 'PAY-1000 again' });
    const short = await create({ referenceId: 'PAY-1000' });
    expect(await requestsFor('pay-1000')).toEqual([
      [short, 'ref_id exact'],
      [long, 'ref_id prefix'],
    ]);
    const listed = await findRequestsByReference('PAY-10');
    expect(listed.ok && listed.value.map(({ refId }) => refId).toSorted()).toEqual(['PAY-1000', 'PAY-1000-b']);
  });

  it('finds a sent request by its transfer, and tells its outcome', async () => {
    const id = await create();
    await approveRequest(id, ...others.map(({ person }) => person));
    await sendNext();
    const [found] = (await search(id)).requests;
    expect(found?.transferId).toEqual(expect.any(String));
    const [byTransfer] = (await search(found?.transferId ?? '')).requests;
    expect(byTransfer).toMatchObject({ id, match: { field: 'transfer_id', how: 'exact' } });
    expect(byTransfer && describeRequestOutcome(byTransfer.outcome).wasSent).toBe('yes');
  });

  it.each([
    '\0',
    'a\ud800',
    '%',
    '_',
    '\\',
    '=cmd|x',
    '🎉',
    '\u202E\u200B',
    ' ',
    'x'.repeat(500),
    "'; drop table x",
    '0.5 BTC',
    `${'9'.repeat(60)}.5 BTC`,
  ])('answers a hostile or empty text: %j', async (text) => {
    expect(await search(text)).toEqual({ requests: [], recipients: [] });
  });

  it('stops when the reader types on', async () => {
    const term = readSearchTerm('any text');
    if (!term) throw new Error('the text must be a term');
    const stopped = AbortSignal.abort(new Error('typed on'));
    await expect(findRequests(finance.person, term, { limit: 5, signal: stopped })).rejects.toThrow('typed on');
  });
});

describe('the search of recipients', () => {
  it('finds an entry by its name, its words, a close spelling and its address, with its transfers', async () => {
    const id = await addEntry('Acme Holdings Payroll');
    const retired = await addEntry('Acme Holdings (old)', { address: OTHER_ADDRESS, state: 'RETIRED' });
    const to = (change: object) => ({
      id: randomUUID(),
      direction: 'DEBIT',
      type: 'CRYPTO_WITHDRAWAL',
      status: 'COMPLETED',
      asset: 'ETH',
      amount: '1',
      crypto_network: 'ETHEREUM',
      destination_address: ADDRESS.toUpperCase().replace('0X', '0x'),
      created_at: '2026-11-01T00:00:00Z',
      updated_at: '2026-11-01T00:00:00Z',
      ...change,
    });
    await storeRecords([to({}), to({}), to({ direction: 'CREDIT' }), to({ crypto_network: 'BASE' })]);
    const find = async (text: string) => (await search(text)).recipients.map((hit) => [hit.id, hit.how]);
    expect(await find('acme holdings payroll')).toEqual([[id, 'exact'], expect.anything()]);
    expect(await find('acme')).toEqual([
      [id, 'prefix'],
      [retired, 'prefix'],
    ]);
    expect(await find('payroll acme')).toEqual([[id, 'contains']]);
    expect((await find('acme holdngs'))[0]?.[1]).toBe('similar');
    expect(await find(ADDRESS.toUpperCase().replace('0X', '0x'))).toEqual([[id, 'exact']]);
    const [hit] = (await search('payroll')).recipients;
    expect(hit).toMatchObject({ name: 'Acme Holdings Payroll', address: ADDRESS, state: 'ACTIVE', transfers: 2 });
    const latest = await listTransfersOfRecipient(id);
    expect(latest.ok && latest.value.map(({ direction, crypto_network }) => [direction, crypto_network])).toEqual([
      ['DEBIT', 'ETHEREUM'],
      ['DEBIT', 'ETHEREUM'],
    ]);
    expect(await listTransfersOfRecipient('no id')).toEqual({ ok: true, value: [] });
  });

  it('names the recipient of outgoing transfers only, by network, address and memo', async () => {
    const stellar = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
    const id = await addEntry('Stellar desk', { network: 'STELLAR', address: stellar, memo: '42' });
    const sent = {
      direction: 'DEBIT',
      crypto_network: 'STELLAR',
      destination_address: stellar,
      memo: '42',
    };
    const rows = [
      sent,
      { ...sent, memo: '43' },
      { ...sent, direction: 'CREDIT' },
      { ...sent, crypto_network: 'ETHEREUM' },
      { direction: 'DEBIT' },
    ];
    const named = await addRecipients(finance.person, rows);
    expect(named.map(({ recipient }) => recipient)).toEqual([
      { id, name: 'Stellar desk' },
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await addRecipients(finance.person, [])).toEqual([]);
  });
});
