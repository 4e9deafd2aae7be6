import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { ACTION_ROWS, FOR_EVERYBODY, UNREADABLE } from '@/e2e/access-control/action-table';
import { type BuiltAction, callAction, listActions } from '@/e2e/access-control/actions';
import { canariesIn, listCanaries, overhearTokens } from '@/e2e/access-control/canaries';
import { type People, signEverybodyIn, WHO, type Who } from '@/e2e/access-control/people';
import { PAGE_ROWS, ROUTE_ROWS } from '@/e2e/access-control/route-table';
import { makeWorld, type World } from '@/e2e/access-control/world';
import { runMalformed } from '@/e2e/soak/malformed/run';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { SandboxClient } from '@/e2e/stack/sandbox-client';
import { startStack, stopStack } from '@/e2e/stack/set-up';
import { type Answer, parse } from '@/e2e/soak/faults/staff';

// A console of its own: somebody stops it, and many knock at once. Nothing here opens a page in a browser.
const stacks: ChildProcess[] = [];
let stack: StackAddresses;
let people: People;
let overheard: Awaited<ReturnType<typeof overhearTokens>>;
let world: World;
const actions = listActions();

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  overheard = await overhearTokens();
  stack = await startStack(stacks, {
    CONSOLE_LIMITS: 'wide',
    CONSOLE_WORKERS: 'off',
    TRANSFER_SERVICE_AUTH_URL: overheard.url,
  });
  overheard.passOnTo(stack.sandboxUrl);
  people = await signEverybodyIn(stack);
  world = await makeWorld(people);
});
test.afterAll(async () => {
  await Promise.all(stacks.map(stopStack));
  overheard.stop();
});

const built = (name: string): BuiltAction => {
  const action = actions.get(name);
  if (!action) throw new Error(`The build has no action ${name}.`);
  return action;
};

/** Addresses that files of a name in `app` answer, as Next names them. */
const addressesOf = (file: string) =>
  readdirSync('app', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === file)
    .map((entry) => `/${path.relative('app', entry.parentPath)}`.replaceAll(/\/\([a-z]+\)/g, '') || '/');

const unique = (names: string[]) => [...new Set(names)].toSorted();

test('the tables name every action, route and page that there is', () => {
  expect(unique([...ACTION_ROWS.map(({ action }) => action), ...FOR_EVERYBODY])).toEqual(
    [...actions.keys()].toSorted(),
  );
  expect(Object.keys(UNREADABLE).toSorted()).toEqual(unique(ACTION_ROWS.map(({ action }) => action)));
  expect(unique(ROUTE_ROWS.map(({ route }) => route))).toEqual(unique(addressesOf('route.ts')));
  expect(unique(PAGE_ROWS.map(({ page }) => page))).toEqual(unique(addressesOf('page.tsx')));
});

test('an action answers each person as the table says', async () => {
  for (const { action, about, input, answers } of ACTION_ROWS) {
    const call = async (who: Who) =>
      [who, (await callAction(people[who], built(action), [input(world)])).word] as const;
    const isRefused = (who: Who) => answers[who] === 'signed-out' || answers[who] === 'forbidden';
    const seen = await Promise.all(WHO.filter(isRefused).map(call));
    // One after the other: what one of them does can be too late for the next.
    for (const who of WHO.filter((each) => !isRefused(each))) seen.push(await call(who));
    expect.soft(Object.fromEntries(seen), `${action}, ${about}`).toEqual(answers);
  }
});

test('what is somebody else’s is still theirs', async () => {
  const views = await people.other.ask('/api/saved-views');
  expect(views.body).toContain(world.view);
  const request = parse<{ state: string; version: number }>(
    (await people.other.ask(`/api/withdrawals/${world.requestId}`)).body,
  );
  expect(request).toMatchObject({ state: 'AWAITING_APPROVAL', version: 1 });
  const key = `/api/withdrawals/batches/progress?key=${world.batchKey}`;
  expect((await people.finance.ask(key)).body).toBe('null');
  expect((await people.other.ask(key)).body).toContain('"done":2');
});

// None at all, what JSON can say, and what else React can: a date, a number without end, a map, a placeholder.
const WRONG: unknown[][] = [
  [],
  [null],
  [true],
  [7],
  [[]],
  [{}],
  ['$undefined'],
  ['$D2026-11-21'],
  ['$n7'],
  ['$-Infinity'],
  ['$NaN'],
  ['$T'],
];
// Rows, files and functions that were not sent.
const BROKEN: unknown[][] = [['$1'], ['$F1'], ['$Q1'], ['$B1'], ['$Sx']];

test('an action takes nothing but what it knows', async () => {
  for (const [name, { as, word }] of Object.entries(UNREADABLE)) {
    const call = async (args: unknown[]) =>
      `${JSON.stringify(args)} ${(await callAction(people[as], built(name), args)).word}`;
    expect
      .soft(await Promise.all(WRONG.map(call)), name)
      .toEqual(WRONG.map((args) => `${JSON.stringify(args)} ${word}`));
    expect.soft(await Promise.all(BROKEN.map(call)), name).toEqual(BROKEN.map((args) => `${JSON.stringify(args)} 400`));
    const input = ACTION_ROWS.find(({ action }) => action === name)?.input(world);
    if (typeof input === 'object')
      expect
        .soft(
          (await callAction(people[as], built(name), [{ ...input, isAdmin: true }])).word,
          `${name} with a member more`,
        )
        .toBe(word);
  }
});

test('a route answers each person as the table says, and whoever may not learns why', async () => {
  for (const { route, method, path: pathIn, body, answers } of ROUTE_ROWS) {
    const asking =
      method === 'POST'
        ? { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : { method };
    const seen = await Promise.all(
      WHO.map(async (who) => [who, await people[who].ask(pathIn(world), asking)] as const),
    );
    for (const [who, { status, body: said }] of seen) {
      if (status === 401 || status === 403)
        expect.soft(parse<{ error: { title: string } }>(said).error?.title, `${route} to ${who}`).toMatch(/^You/);
    }
    expect
      .soft(Object.fromEntries(seen.map(([who, { status }]) => [who, status])), `${method} ${route} ${pathIn(world)}`)
      .toEqual(answers);
  }
});

test('a page leads each person where the table says', async () => {
  for (const { path: pathIn, answers } of PAGE_ROWS) {
    const seen = await Promise.all(
      WHO.map(async (who) => [who, readPage(await people[who].ask(pathIn(world)))] as const),
    );
    expect.soft(Object.fromEntries(seen), pathIn(world)).toEqual(answers);
  }
});

function readPage({ status, headers, body }: Answer): string {
  // Where the answer had begun by then, the browser is told in it.
  const address =
    typeof headers.location === 'string'
      ? headers.location
      : /http-equiv="refresh" content="\d+;url=([^"]+)"/.exec(body)?.[1];
  if (address !== undefined) return new URL(address, stack.consoleUrl).pathname;
  if (status === 404) return 'not found';
  if (status !== 200) return String(status);
  return body.includes('Ask an administrator for a role, then sign out and sign in again.') ? 'no role' : 'page';
}

const FROM_ELSEWHERE: Record<string, string>[] = [
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { origin: '' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
];

test('nothing that changes something is taken from a page of somebody else', async () => {
  const posts = ROUTE_ROWS.filter(({ method }) => method === 'POST');
  for (const headers of FROM_ELSEWHERE) {
    const seen = await Promise.all([
      ...[...actions].map(
        async ([name, action]) => `${name} ${(await callAction(people.admin, action, [], headers)).word}`,
      ),
      ...posts.map(
        async ({ route, path: pathIn }) =>
          `${route} ${(await people.admin.ask(pathIn(world), { method: 'POST', headers, body: '{}' })).status}`,
      ),
    ]);
    expect
      .soft(
        seen.filter((line) => !line.endsWith(' 403')),
        JSON.stringify(headers),
      )
      .toEqual([]);
  }
});

test('no page of somebody else makes a browser read what takes a session', async () => {
  for (const { route, path: pathIn } of ROUTE_ROWS.filter(
    // security.txt is for everybody, and says nothing of a session.
    ({ method, route: name }) => method === 'GET' && !/^\/(?:api\/auth|\.well-known)\//.test(name),
  )) {
    expect
      .soft((await people.admin.ask(pathIn(world), { headers: { 'sec-fetch-site': 'cross-site' } })).status, route)
      .toBe(403);
  }
});

test('whatever is asked for in a wrong way is refused, and nothing of the console fails over it', async () => {
  test.setTimeout(240_000);
  const { wrong } = await runMalformed({ consoleUrl: stack.consoleUrl, people, world, seed: 26, count: 1_000 });
  expect(wrong).toEqual([]);
  expect((await people.nobody.ask('/api/health/live')).status).toBe(200);
});

test('nothing that opens something was in what anybody was told or in what was written', async () => {
  const exports = [
    '/api/transfers/export?format=csv',
    '/api/transfers/export?format=jsonl',
    '/api/audit/export',
    '/api/recipients/export',
  ];
  for (const address of [...exports, '/api/auth/session', '/api/metrics'])
    expect((await people.admin.ask(address)).status, address).toBe(200);
  await failInEveryWay();

  const canaries = await listCanaries(stack, Object.values(people), overheard.tokens);
  expect([...canaries].filter(([, forms]) => forms.length === 0)).toEqual([]);
  const written = readFileSync(path.join(stack.dataDir, 'console.log'), 'utf8');
  expect(written).toContain('a request met a fault');
  const told = Object.values(people).flatMap(({ heard }) => heard);
  expect(told.length).toBeGreaterThan(500);
  const held = (text: string) => canariesIn(text, canaries).map((name) => `${name} in ${text.slice(0, 300)}`);
  expect(held(`cookie: ${people.admin.cookieOf(stack.consoleUrl)}`).join()).toContain('session cookie');
  expect(told.flatMap(held)).toEqual([]);
  expect(written.split('\n').flatMap(held)).toEqual([]);
});

/** The service refuses its credentials, forgets its tokens and breaks; a table is gone, and then every connection. */
async function failInEveryWay(): Promise<void> {
  const sandbox = new SandboxClient(stack.sandboxUrl);
  const ask = () =>
    Promise.all(
      ['/api/transfers/none', '/transfers/none', '/api/transfers?q=none-such-1234', '/api/health/ready'].map(
        (address) => people.support.ask(address),
      ),
    );
  await sandbox.addFault({ on: 'any', kind: 'expire-tokens', times: 1 });
  await ask();
  for (const fault of [
    { kind: 'error', status: 401 },
    { kind: 'error', status: 500 },
    { kind: 'malformed-json' },
    { kind: 'reset-before' },
  ]) {
    await sandbox.addFault({ on: 'token', ...fault });
    await sandbox.addFault({ on: 'any', kind: 'expire-tokens', times: 1 });
    await ask();
    await sandbox.clearFaults();
  }
  const client = new Client({ connectionString: stack.databaseUrl });
  await client.connect();
  await client.query('alter table saved_views rename to saved_views_gone');
  expect((await people.support.ask('/api/saved-views')).status).toBe(500);
  expect((await callAction(people.support, built('saveViewAction'), [{ name: 'Mine', parameters: 'q=x' }])).word).toBe(
    '500',
  );
  await client.query('alter table saved_views_gone rename to saved_views');
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'countersign'`);
  await Promise.all([...Array(4)].map(() => people.support.ask('/withdrawals')));
  await client.end();
}

test('everybody may leave, and is nobody then', async () => {
  for (const who of WHO) {
    expect((await callAction(people[who], built('signOutAction'), [])).word, who).toBe('redirect');
    expect((await people[who].ask('/api/approvals')).status, who).toBe(401);
  }
});
