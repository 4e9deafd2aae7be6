import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readHome } from '@/app/(console)/(home)/read-home';
import { readToday } from '@/app/(console)/transfers/today/read-today';
import { sumNeeds } from '@/lib/balances/needs';
import type { Reader } from '@/lib/identity/reader';
import type { PolicyRule } from '@/lib/policy/rules';
import { addCaseNote } from '@/lib/server/cases/notes';
import { readPolicy } from '@/lib/server/policy/read';
import { readProfiles } from '@/lib/server/profiles/profile-names';
import { readRecipients } from '@/lib/server/recipients/read';
import { recordPaidAddresses } from '@/lib/server/recipients/known-addresses';
import { readOpenProposals, readRecipient } from '@/lib/server/recipients/view';
import { createRequest } from '@/lib/server/requests/creation/create';
import { replayPolicy } from '@/lib/server/requests/policy/replay';
import { startReplay } from '@/lib/server/requests/policy/start-replay';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { listBatches } from '@/lib/server/requests/bundles/list-batches';
import { listOrders } from '@/lib/server/standing-orders/read';
import { readStatementPage } from '@/lib/server/statements/read';
import { listTemplates, saveTemplate } from '@/lib/server/templates/templates';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { completeMirror } from '@/scripts/testing/mirror/complete-mirror';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { addEntry, addPayment } from '@/scripts/testing/data/profile-data';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { startSourceThread } from '@/scripts/testing/source-thread';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';

// Two worlds that differ only in what a hidden profile has: a person who does not see it gets the same answers, to the
// byte, to everything that they can ask without leaving a request behind
// (docs/decisions/0067-free-questions-answer-from-what-one-sees.md).

setUpTestConsole({ CONSOLE_WORKERS: 'off', TRANSFER_SERVICE_BALANCES: 'on' });
const [OWN, HIDDEN] = ['p-sub', 'p-hq'] as const;
let clerk: SignedIn;
let treasurer: SignedIn;
let support: SignedIn;

const evmAddress = () => `0x${randomBytes(20).toString('hex')}`;
const similarTo = (other: string, at = 20) =>
  `${other.slice(0, at)}${other[at] === '0' ? '1' : '0'}${other.slice(at + 1)}`;
const ADDRESS = evmAddress();
// Known here because the hidden profile paid it in both worlds: that there is one is said, and nothing more.
const HIDDEN_TWIN = similarTo(ADDRESS);
const OWN_TWIN = similarTo(ADDRESS, 25);

const bodyOf = (profile: string, amount: string, address = ADDRESS) => ({
  ref_id: `t-${randomUUID()}`,
  profile_id: profile,
  asset: 'ETH',
  crypto_network: 'ETHEREUM',
  destination_address: address,
  amount,
});
const transfer = (profile: string, amount: string, address = ADDRESS) => ({
  ...bodyOf(profile, amount, address),
  id: randomUUID(),
  total: amount,
  fee: '0',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'COMPLETED',
  created_at: new Date(Date.now() - 3_600_000).toISOString(),
  updated_at: new Date(Date.now() - 3_000_000).toISOString(),
});

const over = (by: ('profile' | 'recipient' | 'asset' | 'network')[], limit: number): PolicyRule => ({
  name: `by ${by.join()} over ${limit}`,
  when: { overTime: { by, window: { kind: 'hours', hours: 720 }, limit: { kind: 'count', limit } } },
  then: { kind: 'approve', count: 2 },
});
const RULES: PolicyRule[] = [
  { name: 'New', when: { isNewRecipient: true }, then: { kind: 'approve', count: 2 } },
  { name: 'Similar', when: { signals: ['repeated-within-a-day'] }, then: { kind: 'approve', count: 2 } },
  over(['profile'], 30),
  ...[10, 30].flatMap((limit) => [over(['recipient'], limit), over(['asset'], limit), over(['network'], limit)]),
  { name: 'All', when: {}, then: { kind: 'approve', count: 1 } },
];

/** What the questions are about: things of the profile that the clerk sees. */
interface Own {
  requestId: string;
  bundleId: string;
  entryId: string;
  transferId: string;
}

const query = (change: Record<string, string> = {}) =>
  new URLSearchParams({
    network: 'ETHEREUM',
    address: ADDRESS,
    asset: 'ETH',
    profile: OWN,
    value: '1.5',
    amount: '1.5',
    ...change,
  }).toString();
const AMOUNTS = ['0.01', '1.5', '7', '70', '777', '7770.1', '99999'];
const ADDRESSES = () => [ADDRESS, HIDDEN_TWIN, OWN_TWIN, similarTo(HIDDEN_TWIN, 22), similarTo(ADDRESS, 30)];
const rows = () =>
  AMOUNTS.map((value, index) =>
    filledForm({ profileId: OWN, destinationAddress: ADDRESS, value, referenceId: `free-${index}` }),
  );
const TEXTS = () => [ADDRESS, HIDDEN_TWIN, 'Quiet', 'Quiet batch', HIDDEN, '777'];
const each = (path: string, queries: string[]) => queries.map((one) => `${path}?${one}`);

type Asked = (own: Own) => (string | [path: string, body: unknown])[];

// Every route of the console: what is asked of it, or why it answers no free question.
const ROUTES: Record<string, Asked | string> = {
  '.well-known/security.txt': 'the same for everybody',
  'api/approvals': () => ['/api/approvals'],
  'api/audit': 'for those who read the whole audit log',
  'api/audit/export': 'for those who read the whole audit log',
  'api/auth/[...nextauth]': 'signs in',
  'api/evidence': 'for those who read the whole audit log',
  'api/health/live': 'the same for everybody',
  'api/health/ready': 'the same for everybody',
  'api/health/serving': 'the same for everybody',
  'api/metrics': 'for the monitoring, with a token',
  'api/policy/replay': 'asked below, since its thread is compiled by the build alone',
  'api/policy/schema': () => ['/api/policy/schema'],
  'api/proposals': 'saves a proposal',
  'api/recipients': () => TEXTS().map((q) => `/api/recipients?${new URLSearchParams({ q }).toString()}`),
  'api/recipients/address-state': 'asks about entries that the profile may pay alone (travel-rule/save, tested there)',
  'api/recipients/check': () => [
    [
      '/api/recipients/check',
      {
        entries: ADDRESSES()
          .filter((address) => address !== ADDRESS)
          .map((address, index) => ({ ...ENTRY, name: `Entry ${index}`, address })),
      },
    ],
  ],
  'api/recipients/export': () => ['/api/recipients/export'],
  'api/recipients/look-alikes': () =>
    ADDRESSES().map((address) => `/api/recipients/look-alikes?network=ETHEREUM&address=${address}`),
  'api/recipients/named': () => [['/api/recipients/named', { names: ['Quiet fund', 'Own fund'] }]],
  'api/recipients/paid': () => [
    '/api/recipients/paid',
    ...ADDRESSES().map((address) => `/api/recipients/paid?address=${address}`),
  ],
  'api/recipients/providers': 'the directory of the service, the same for everybody',
  'api/saved-views': () => ['/api/saved-views', '/api/saved-views?list=withdrawals'],
  'api/search': () => TEXTS().map((q) => `/api/search?${new URLSearchParams({ q }).toString()}`),
  'api/sending': () => ['/api/sending'],
  'api/statements/export': () => [
    `/api/statements/export?profile=${OWN}&asset=ETH&month=${new Date().toISOString().slice(0, 7)}&format=csv`,
  ],
  'api/transfers': () => [
    '/api/transfers?limit=50',
    ...TEXTS().map((q) => `/api/transfers?${new URLSearchParams({ q }).toString()}`),
  ],
  'api/transfers/[id]': ({ transferId }) => [`/api/transfers/${transferId}`],
  'api/transfers/[id]/confirmation.pdf': 'a file with its time in it, of one transfer',
  'api/transfers/[id]/detail': ({ transferId }) => [`/api/transfers/${transferId}/detail`],
  'api/transfers/accounts': () => ['/api/transfers/accounts'],
  'api/transfers/export': () => ['/api/transfers/export?asset=ETH&format=csv'],
  'api/transfers/lookup': () => [['/api/transfers/lookup', { text: TEXTS().join('\n') }]],
  'api/transfers/newer': 'counts what is newer than a row, in the list above',
  'api/transfers/totals': () => ['/api/transfers/totals'],
  'api/transfers/values': () => ['/api/transfers/values'],
  'api/auth/back-channel-logout': 'needs a token of the identity provider',
  'api/unsubscribe': 'needs a code from a mail',
  'api/watches': () => ['/api/watches'],
  'scim/v2/[...path]': 'needs the token of the directory',
  'api/withdrawals': () => ['/api/withdrawals?reference=t-', '/api/withdrawals?reference=free-'],
  'api/withdrawals/[id]':
    'a request says what was found in every profile when it was made, and how many duplicates hide',
  'api/withdrawals/[id]/attachments/[attachment]': 'a file of one request',
  'api/withdrawals/[id]/checks': ({ requestId }) => [`/api/withdrawals/${requestId}/checks`],
  'api/withdrawals/[id]/evidence': 'tested with keys (lib/server/evidence)',
  'api/withdrawals/attachments': 'saves a file',
  'api/withdrawals/balance': () =>
    [OWN, HIDDEN].map((profile) => `/api/withdrawals/balance?profile=${profile}&asset=ETH`),
  'api/withdrawals/batches': 'saves a batch',
  'api/withdrawals/batches/[id]': ({ bundleId }) => [`/api/withdrawals/batches/${bundleId}`],
  'api/withdrawals/batches/[id]/evidence': 'tested with keys (lib/server/evidence)',
  'api/withdrawals/batches/[id]/states': ({ bundleId }) => [`/api/withdrawals/batches/${bundleId}/states`],
  'api/withdrawals/batches/check': () => [['/api/withdrawals/batches/check', { items: rows() }]],
  'api/withdrawals/batches/progress': () => [`/api/withdrawals/batches/progress?key=${KEY}`],
  'api/withdrawals/batches/shortages': () => [['/api/withdrawals/batches/shortages', { needs: NEEDS }]],
  'api/withdrawals/checks': () =>
    each('/api/withdrawals/checks', [
      ...AMOUNTS.map((value) => query({ value })),
      ...ADDRESSES().map((address) => query({ address })),
      query({ memo: 'new' }),
      query({ network: 'BASE' }),
      query({ asset: 'USDC' }),
      query({ profile: HIDDEN }),
    ]),
  'api/withdrawals/export': () => ['/api/withdrawals/export?asset=ETH'],
  'api/withdrawals/learned-limits': () =>
    ADDRESSES().map((address) => `/api/withdrawals/learned-limits?${query({ address, feeId: '' })}`),
  'api/withdrawals/list': () => [
    '/api/withdrawals/list?limit=50',
    ...TEXTS().map((q) => `/api/withdrawals/list?${new URLSearchParams({ q }).toString()}`),
  ],
  'api/withdrawals/newer': 'counts what is newer than a row, in the list above',
  'api/withdrawals/options': () => ['/api/withdrawals/options'],
  'api/withdrawals/profile': () => [HIDDEN, OWN, 'p-none'].map((id) => `/api/withdrawals/profile?profile=${id}`),
  'api/withdrawals/similar': () =>
    each(
      '/api/withdrawals/similar',
      AMOUNTS.map((value) => query({ value })),
    ),
  'api/withdrawals/trial': () =>
    each('/api/withdrawals/trial', [
      ...AMOUNTS.map((amount) => query({ amount })),
      ...ADDRESSES().map((address) => query({ address })),
      query({ requester: clerk.person.id }),
      query({ requester: treasurer.person.id }),
      query({ profile: HIDDEN }),
    ]),
};
const KEY = randomUUID();
const NEEDS = sumNeeds([bodyOf(OWN, '99999'), bodyOf(HIDDEN, '99999')]);
const thread = (rules: unknown) => startSourceThread('lib/policy/replay/replay-thread.ts', rules);
const ENTRY = { network: 'ETHEREUM', memo: null, note: '', profiles: [], beneficiary: null };

/** Asks a route as its file answers, and gives the whole answer as a text. */
async function ask(route: string, own: Own, question: string | [string, unknown]): Promise<string> {
  const handlers = (await import(/* @vite-ignore */ `${process.cwd()}/app/${route}/route.ts`)) as Record<
    string,
    (request: Request, context: { params: Promise<object> }) => Promise<Response>
  >;
  const [path, body] = typeof question === 'string' ? [question] : question;
  const request = new Request(`https://console.example${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const id = route.includes('transfers') ? own.transferId : route.includes('batches') ? own.bundleId : own.requestId;
  const answer = await handlers[request.method]?.(request, { params: Promise.resolve({ id }) });
  return `${answer?.status} ${await answer?.text()}`;
}

/** What pages read beside the routes. */
async function readPages(own: Own): Promise<unknown[]> {
  const reader: Reader = { ...clerk.person, visibleProfiles: [OWN] };
  return Promise.all([
    readHome(reader, ['alarms', 'decisions', 'tests', 'questions', 'returned', 'firstDay', 'waiting', 'today']),
    readToday(reader),
    readRecipient(own.entryId),
    readRecipients({ q: '', network: '', state: 'ALL' }),
    readOpenProposals(),
    readProfiles(),
    readPolicy(),
    listOrders(),
    listTemplates(),
    listBatches(),
    readStatementPage(new URLSearchParams()),
    replayPolicy(
      { rules: RULES.toReversed(), period: 'all' },
      { signal: AbortSignal.timeout(30_000), start: (rules, signal) => startReplay(rules, signal, thread) },
    ),
    // Refused before anything is saved, for want of a choice between similar addresses.
    createRequest({
      formKey: KEY,
      form: filledForm({ profileId: OWN, destinationAddress: similarTo(ADDRESS, 30), referenceId: 'free-refused' }),
    }),
  ]);
}

async function askAll(own: Own): Promise<Map<string, string>> {
  as(clerk);
  const answers = new Map<string, string>();
  for (const [route, asked] of Object.entries(ROUTES)) {
    if (typeof asked === 'string') continue;
    for (const question of asked(own))
      answers.set(`${route} ${JSON.stringify(question)}`, withoutMoment(await ask(route, own, question)));
  }
  for (const [index, page] of (await readPages(own)).entries())
    answers.set(`page ${index}`, withoutMoment(JSON.stringify(page)));
  return answers;
}

// The moment of the answer, in files too, and how old the copy of the transfers is.
function withoutMoment(text: string): string {
  return text
    .replaceAll(/"(checkedAt|answeredAt|asOf|at|now|from)":"[^"]*"/g, '"$1":""')
    .replaceAll(/^# (?:Exported:|The month is not over).*$/gm, '')
    .replaceAll(/(?:as of|up to date) [^;)."]*/g, 'as of')
    .replaceAll(/\d+ (?:second|minute)s? ago/g, 'ago');
}

/** Everything that the hidden profile may have, beside what it has in both worlds. */
async function fillHidden(): Promise<void> {
  as(treasurer);
  for (const amount of ['7', '7.7', '70', '77', '777']) await addPayment(bodyOf(HIDDEN, amount), treasurer.person.id);
  await addPayment(bodyOf(HIDDEN, '777', HIDDEN_TWIN), treasurer.person.id);
  await addPayment(bodyOf(HIDDEN, '777', OWN_TWIN), treasurer.person.id);
  await addPayment({ ...bodyOf(HIDDEN, '5'), crypto_network: 'BASE' }, treasurer.person.id);
  while ((await recordPaidAddresses()) > 0);
  const noted = transfer(HIDDEN, '770');
  await storeRecords([
    noted,
    ...Array.from({ length: 6 }, () => transfer(HIDDEN, '7777')),
    transfer(HIDDEN, '1', HIDDEN_TWIN),
    transfer(HIDDEN, '1', OWN_TWIN),
  ]);
  await addEntry({ name: 'Quiet fund', address: ADDRESS, memo: null, profiles: [HIDDEN] });
  await addEntry({ name: 'Quiet twin', address: similarTo(ADDRESS, 12), profiles: [HIDDEN] });
  const form = (value: string) =>
    filledForm({ profileId: HIDDEN, destinationAddress: ADDRESS, chosenAddress: ADDRESS, value });
  expect(await createRequest({ formKey: randomUUID(), form: form('1.5') })).toMatchObject({ ok: true });
  const batch = { batchKey: randomUUID(), name: 'Quiet batch', items: [form('0.01'), form('7770.1')] };
  expect(await createBatch(batch)).toMatchObject({ ok: true });
  const template = { title: 'Quiet template', isShared: true, from: { form: form('8') } };
  expect(await saveTemplate(template)).toMatchObject({ ok: true });
  as(support);
  expect(await addCaseNote({ transferId: noted.id, note: `Quiet note about ${ADDRESS}` })).toMatchObject({ ok: true });
}

describe('free questions', () => {
  let own: Own;
  beforeAll(async () => {
    clerk = await signInAs('clerk', ['finance', 'admin', 'approver']);
    treasurer = await signInAs('treasurer', ['finance']);
    support = await signInAs('support', ['support']);
    await signInAs('approver-one', ['approver']);
    await signInAs('approver-two', ['approver']);
    await putPolicyInForce(RULES);
    await putRightsInForce([{ may: 'see', who: clerk.person.id, profiles: [OWN] }]);
    await addPayment(bodyOf(HIDDEN, '3', HIDDEN_TWIN), treasurer.person.id);
    await addEntry({ name: 'Hidden twin', address: HIDDEN_TWIN, profiles: [HIDDEN] });
    await addEntry({ name: 'Hidden twin', address: similarTo(ADDRESS, 15), profiles: [HIDDEN] });
    for (const amount of ['1', '2']) await addPayment(bodyOf(OWN, amount), treasurer.person.id);
    await addPayment(bodyOf(OWN, '1', OWN_TWIN), treasurer.person.id);
    const entryId = await addEntry({ name: 'Own fund', address: OWN_TWIN, profiles: [OWN] });
    while ((await recordPaidAddresses()) > 0);
    const ownTransfer = transfer(OWN, '4');
    await storeRecords([ownTransfer]);
    as(clerk);
    const form = (value: string) =>
      filledForm({ profileId: OWN, destinationAddress: ADDRESS, chosenAddress: ADDRESS, value });
    const made = await createRequest({ formKey: randomUUID(), form: form('1.25') });
    const batch = await createBatch({ batchKey: randomUUID(), name: 'Own batch', items: [form('3'), form('4')] });
    if (!made.ok || !batch.ok) throw new Error(JSON.stringify([made, batch]));
    own = { requestId: made.value.requestId, bundleId: batch.value.bundleId, entryId, transferId: ownTransfer.id };
    await completeMirror();
  });

  it('name every route of the console', () => {
    const routes = readdirSync('app', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('/route.ts'))
      .map((path) => path.slice(0, -'/route.ts'.length));
    expect(Object.keys(ROUTES).toSorted()).toEqual(routes.toSorted());
  });

  it('answer the same whatever a hidden profile has', async () => {
    const before = await askAll(own);
    await fillHidden();
    await completeMirror();
    const after = await askAll(own);
    // Each was answered: a question that is refused would tell nothing either way.
    for (const [question, text] of before) expect([question, text.slice(0, 3)]).not.toEqual([question, '500']);
    expect([...after]).toEqual([...before]);
    const all = [...after.values()].join('\n');
    expect(all).toContain('"isHidden":true');
    const named = [...after].filter(([, text]) => /Quiet (?:fund|twin|template|note)|Hidden twin/.test(text));
    expect(named).toEqual([]);
    expect(all.replaceAll(/address=0x[0-9a-f]+/g, '')).not.toContain(similarTo(ADDRESS, 12));
  });

  it('answer who sees every profile with all of it', async () => {
    as(treasurer);
    const told = await ask('api/withdrawals/trial', own, `/api/withdrawals/trial?${query({ amount: '99999' })}`);
    expect(told).toContain('777');
    expect(told).not.toContain('This counts the profiles that you see');
    const similar = await ask(
      'api/recipients/look-alikes',
      own,
      `/api/recipients/look-alikes?network=ETHEREUM&address=${ADDRESS}`,
    );
    expect(similar).toContain('Quiet twin');
  });
});
