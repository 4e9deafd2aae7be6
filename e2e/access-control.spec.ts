import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { ROLES } from '@/lib/identity/roles';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { ACTION_ROWS, INVALID_INPUT } from '@/e2e/access-control/action-table';
import { type BuiltAction, callAction, listActions } from '@/e2e/access-control/actions';
import { findCanaries, listCanaries, recordTokens } from '@/e2e/access-control/canaries';
import { type People, signInEveryone, VISITORS, type Visitor } from '@/e2e/access-control/people';
import { PAGE_ROWS, ROUTE_ROWS } from '@/e2e/access-control/route-table';
import { createWorld, type World } from '@/e2e/access-control/world';
import { runMalformed } from '@/e2e/soak/malformed/run';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { SandboxClient } from '@/e2e/stack/sandbox-client';
import { startStack, stopStack } from '@/e2e/stack/set-up';
import { type Answer, parse } from '@/scripts/stack/member';

// A console of its own, since one test stops sending and others send many calls. No test here opens a browser page.
const stacks: ChildProcess[] = [];
let stack: StackAddresses;
let people: People;
const SCIM_TOKEN = randomUUID() + randomUUID();
let recordedTokens: Awaited<ReturnType<typeof recordTokens>>;
let world: World;
const actions = listActions();

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  recordedTokens = await recordTokens();
  stack = await startStack(stacks, {
    CONSOLE_LIMITS: 'wide',
    CONSOLE_WORKERS: 'off',
    SCIM_TOKEN,
    TRANSFER_SERVICE_AUTH_URL: recordedTokens.url,
  });
  recordedTokens.forwardTo(stack.sandboxUrl);
  people = await signInEveryone(stack);
  world = await createWorld(people);
});
test.afterAll(async () => {
  await Promise.all(stacks.map(stopStack));
  recordedTokens.stop();
});

async function callDirectory(method: string, below: string, body?: object) {
  const headers = { authorization: `Bearer ${SCIM_TOKEN}`, 'content-type': 'application/scim+json' };
  const answer = await fetch(`${stack.consoleUrl}/scim/v2/${below}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

test('the company’s directory writes its accounts over HTTP with its token', async () => {
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'ada', externalId: 'ada' };
  const added = await callDirectory('POST', 'Users', user);
  const { id } = JSON.parse(added.text) as { id: string };
  const operations = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  };
  const changed = await callDirectory('PATCH', `Users/${id}`, operations);
  expect(JSON.parse(changed.text)).toMatchObject({ id, active: false });
  const answers = [
    added,
    changed,
    await callDirectory('PUT', `Users/${id}`, user),
    await callDirectory('DELETE', `Users/${id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 204]);
  expect((await callDirectory('GET', `Users/${id}`)).status).toBe(404);
});

const findAction = (name: string): BuiltAction => {
  const action = actions.get(name);
  if (!action) throw new Error(`The build has no action ${name}.`);
  return action;
};

// Values of React's format that JSON does not have: a date, a placeholder. actions-by-role.test.ts tries the others.
const WRONG: unknown[][] = [['$D2026-11-21'], ['$T']];
// References to rows, files and functions that were not sent.
const BROKEN: unknown[][] = [['$1'], ['$F1'], ['$Q1'], ['$B1'], ['$Sx']];

test('every action rejects unknown input', async () => {
  for (const [name, { as, outcome }] of Object.entries(INVALID_INPUT)) {
    const call = async (args: unknown[]) =>
      `${JSON.stringify(args)} ${(await callAction(people[as], findAction(name), { args })).outcome}`;
    expect
      .soft(await Promise.all(WRONG.map(call)), name)
      .toEqual(WRONG.map((args) => `${JSON.stringify(args)} ${outcome}`));
    expect.soft(await Promise.all(BROKEN.map(call)), name).toEqual(BROKEN.map((args) => `${JSON.stringify(args)} 400`));
    const input = ACTION_ROWS.find(({ action }) => action === name)?.input(world);
    if (typeof input === 'object')
      expect
        .soft(
          (await callAction(people[as], findAction(name), { args: [{ ...input, isAdmin: true }] })).outcome,
          `${name} with an extra member`,
        )
        .toBe(outcome);
  }
});

/** Asks as each of these people at once; for an export one after the other: the console runs four at a time. */
async function askEach<Seen>(
  route: string,
  visitors: readonly Visitor[],
  ask: (who: Visitor) => Promise<Seen>,
): Promise<Seen[]> {
  if (!route.endsWith('/export')) return Promise.all(visitors.map(ask));
  const seen: Seen[] = [];
  for (const who of visitors) seen.push(await ask(who));
  return seen;
}

type RouteRow = (typeof ROUTE_ROWS)[number];
type PageRow = (typeof PAGE_ROWS)[number];

function askRoute(who: Visitor, { method, path: pathIn, body, bodyIn }: RouteRow, given: World): Promise<Answer> {
  const sent = method === 'POST' ? JSON.stringify(bodyIn ? bodyIn(given) : body) : undefined;
  const options = sent === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: sent };
  return people[who].ask(pathIn(given), { method, ...options });
}

/** Asks a route as everyone, compares with the table, and gives the answers of those who are admitted. */
async function checkRoute(row: RouteRow, given: World): Promise<[Visitor, Answer][]> {
  const { route, method, path: pathIn, answers } = row;
  const seen = await askEach(route, VISITORS, async (who): Promise<[Visitor, Answer]> => {
    return [who, await askRoute(who, row, given)];
  });
  for (const [who, { status, body }] of seen) {
    // The directory is answered as RFC 7644 says.
    if ((status === 401 || status === 403) && !route.startsWith('/scim/'))
      expect.soft(parse<{ error: { title: string } }>(body).error?.title, `${route} to ${who}`).toMatch(/^You/);
  }
  expect
    .soft(Object.fromEntries(seen.map(([who, { status }]) => [who, status])), `${method} ${route} ${pathIn(given)}`)
    .toEqual(answers);
  return seen;
}

/** Asks for a page as everyone, compares with the table, and gives the answers. */
async function checkPage({ path: pathIn, answers }: PageRow, given: World): Promise<[Visitor, Answer][]> {
  const seen = await Promise.all(
    VISITORS.map(async (who): Promise<[Visitor, Answer]> => [who, await people[who].ask(pathIn(given))]),
  );
  expect.soft(Object.fromEntries(seen.map(([who, answer]) => [who, readPage(answer)])), pathIn(given)).toEqual(answers);
  return seen;
}

function readPage({ status, headers, body }: Answer): string {
  // If the answer had already begun, the redirect is in its body.
  const address =
    typeof headers.location === 'string'
      ? headers.location
      : /http-equiv="refresh" content="\d+;url=([^"]+)"/.exec(body)?.[1];
  if (address !== undefined) return new URL(address, stack.consoleUrl).pathname;
  if (status === 404) return 'not found';
  if (status !== 200) return String(status);
  return body.includes('Ask those who manage it for a group of this console') ? 'no role' : 'page';
}

// What is read whole, whatever profiles its reader sees (docs/decisions/0049-rights-to-see.md).
const WHOLE = new Set(['/audit', '/api/audit', '/api/audit/export']);
const NOTHING: World = { requestId: '', formKey: '', bundleId: '', batchKey: '', proposalId: '', view: '' };

/** Tells whether a row names data of the other person. */
const isAboutData = ({ path: pathIn, bodyIn }: Pick<PageRow, 'path'> & Pick<RouteRow, 'bodyIn'>) =>
  bodyIn !== undefined || pathIn(world) !== pathIn(NOTHING);

test('every route and page of data that exists answers each person as in the table', async () => {
  for (const row of ROUTE_ROWS.filter((each) => isAboutData(each) || WHOLE.has(each.route)))
    await checkRoute(row, world);
  for (const row of PAGE_ROWS.filter((each) => isAboutData(each) || WHOLE.has(each.page))) await checkPage(row, world);
});

// The one row in which data of another person differs from data that does not exist: the key of a form, which nobody
// can guess.
const KNOWN_BY_ITS_KEY = /Action, the key of another person’s form$/;

/** Gives those who are not refused before anything is read: the others learn nothing. */
const admitted = (answers: Record<Visitor, string | number>) =>
  VISITORS.filter((who) => !['signed-out', 'forbidden', 401, 403, '403', '/sign-in', 'no role'].includes(answers[who]));

test.describe('where no role sees the profile of the data', () => {
  const text = { profileId: 'p-hidden', note: 'Hidden note 8821', batch: 'Hidden batch 8821' };
  let [hidden, missing]: [World, World] = [NOTHING, NOTHING];
  test.beforeAll(async () => {
    hidden = await createWorld(people, text);
    const absent = { requestId: randomUUID(), bundleId: randomUUID(), batchKey: randomUUID(), formKey: randomUUID() };
    missing = { ...hidden, ...absent };
    await limitEverybodyTo(['p-ops']);
  });
  test.afterAll(() => limitEverybodyTo(undefined));

  const findMarks = (answer: string, given: string) =>
    [text.note, text.batch, text.profileId, hidden.requestId, hidden.bundleId].filter(
      (mark) => answer.includes(mark) && !given.includes(mark),
    );

  test('no action tells more of it than of missing data', async () => {
    const learned: string[] = [];
    for (const { action, about, input, answers } of ACTION_ROWS) {
      const name = `${action}, ${about}`;
      const learn = async (who: Visitor) => {
        const given = input(hidden);
        const call = (args: unknown) => callAction(people[who], findAction(action), { args: [args] });
        const sent = JSON.stringify(given ?? '');
        const answer = await call(given);
        const isAbout = [hidden.requestId, hidden.bundleId, hidden.formKey].some((id) => sent.includes(id));
        if (isAbout && !KNOWN_BY_ITS_KEY.test(name)) {
          const absent = await call(input(missing));
          if (answer.outcome !== absent.outcome)
            learned.push(`${who}: ${name}: ${answer.outcome}, not ${absent.outcome}`);
        }
        const marks = findMarks(JSON.stringify(answer.value ?? ''), sent);
        learned.push(...marks.map((mark) => `${who}: ${name}: ${mark}`));
      };
      await Promise.all(admitted(answers).map(learn));
    }
    expect(learned).toEqual([]);
  });

  test('every route answers each person as in the table, explains a denial, and tells nothing of it', async () => {
    const learned: string[] = [];
    for (const row of ROUTE_ROWS.filter(({ route }) => !WHOLE.has(route))) {
      const { route, method, path: pathIn, answers } = row;
      if (!isAboutData(row))
        for (const [who, { body }] of await checkRoute(row, hidden))
          learned.push(...findMarks(body, pathIn(hidden)).map((mark) => `${who}: ${method} ${route}: ${mark}`));
      else
        await askEach(route, admitted(answers), async (who) => {
          const answer = await askRoute(who, row, hidden);
          const name = `${who}: ${method} ${route}`;
          if (pathIn(hidden) !== pathIn(missing)) {
            const absent = await askRoute(who, row, missing);
            if (answer.status !== absent.status || neutral(answer, hidden) !== neutral(absent, missing))
              learned.push(`${name}: ${answer.status} ${answer.body.slice(0, 200)}, not ${absent.status}`);
          }
          learned.push(...findMarks(answer.body, pathIn(hidden)).map((mark) => `${name}: ${mark}`));
        });
    }
    expect(learned).toEqual([]);
  });

  test('every page leads each person as in the table, and shows nothing of it', async () => {
    const learned: string[] = [];
    for (const row of PAGE_ROWS.filter(({ page }) => !WHOLE.has(page))) {
      const { page, path: pathIn } = row;
      const seen = await checkPage(row, hidden);
      for (const [who, { body }] of seen)
        learned.push(...findMarks(body, pathIn(hidden)).map((mark) => `${who}: ${page}: ${mark}`));
      // The table has the same answers for data that exists and data that does not.
      if (isAboutData(row)) await checkPage(row, missing);
    }
    expect(learned).toEqual([]);
  });
});

/** Gives the body of an answer without the ids that were asked for. */
const neutral = ({ body }: Answer, { requestId, bundleId }: World) =>
  body.replaceAll(requestId, 'ID').replaceAll(bundleId, 'ID');

/** Puts rights in force by which every role sees only these profiles; all of them again for undefined. */
async function limitEverybodyTo(profiles: string[] | undefined): Promise<void> {
  const rights = profiles ? ROLES.map((who) => ({ may: 'see', who, profiles })) : [];
  const client = new Client({ connectionString: stack.databaseUrl });
  await client.connect();
  // Two administrators change rights; here one of them has no role.
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `insert into setting_versions (kind, version, value)
     select 'profile-rights', coalesce(max(version), 0) + 1, $1 from setting_versions where kind = 'profile-rights'`,
    [JSON.stringify(rights)],
  );
  await client.end();
}

const FOREIGN_ORIGINS: Record<string, string>[] = [
  { origin: 'https://foreign.example' },
  { origin: 'null' },
  { origin: '' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
];

// They read no cookie, and no browser can have their token (docs/specification/threats.md).
const isByToken = ({ route }: { route: string }) => /^\/(?:scim\/|api\/auth\/back-channel-logout$)/.test(route);

test('no change is accepted from a foreign page', async () => {
  const posts = ROUTE_ROWS.filter((row) => row.method === 'POST' && !isByToken(row));
  for (const headers of FOREIGN_ORIGINS) {
    const seen = await Promise.all([
      ...[...actions].map(
        async ([name, action]) => `${name} ${(await callAction(people.admin, action, { args: [], headers })).outcome}`,
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

test('no foreign page can make a browser read data that requires a session', async () => {
  for (const { route, path: pathIn } of ROUTE_ROWS.filter(
    // security.txt is public and contains nothing about a session.
    (row) => row.method === 'GET' && !isByToken(row) && !/^\/(?:api\/auth|\.well-known)\//.test(row.route),
  )) {
    expect
      .soft((await people.admin.ask(pathIn(world), { headers: { 'sec-fetch-site': 'cross-site' } })).status, route)
      .toBe(403);
  }
});

test('malformed requests are rejected, and none causes an error of the console', async () => {
  const { problems } = await runMalformed({ consoleUrl: stack.consoleUrl, people, world, seed: 26, count: 500 });
  expect(problems).toEqual([]);
  expect((await people.nobody.ask('/api/health/live')).status).toBe(200);
});

test('no credential is in any answer or in the log', async () => {
  const exports = [
    '/api/transfers/export?format=csv',
    '/api/transfers/export?format=jsonl',
    '/api/transfers/export?format=xlsx',
    '/api/audit/export',
    '/api/recipients/export',
    '/api/statements/export?profile=none&asset=ETH&month=2026-10',
  ];
  for (const address of [...exports, '/api/auth/session', '/api/metrics'])
    expect((await people.admin.ask(address)).status, address).toBe(200);
  await causeFailures();

  const canaries = await listCanaries(stack, Object.values(people), recordedTokens.tokens);
  expect([...canaries].filter(([, forms]) => forms.length === 0)).toEqual([]);
  const log = readFileSync(path.join(stack.dataDir, 'console.log'), 'utf8');
  expect(log).toContain('"msg":"request failed"');
  const answers = Object.values(people).flatMap(({ received }) => received);
  expect(answers.length).toBeGreaterThan(500);
  const findLeaks = (text: string) => findCanaries(text, canaries).map((name) => `${name} in ${text.slice(0, 300)}`);
  expect(findLeaks(`cookie: ${people.admin.cookieOf(stack.consoleUrl)}`).join()).toContain('session cookie');
  expect(answers.flatMap(findLeaks)).toEqual([]);
  expect(log.split('\n').flatMap(findLeaks)).toEqual([]);
});

/**
 * Makes the service reject the credentials, revoke tokens and break; then a table disappears, and then every
 * connection.
 */
async function causeFailures(): Promise<void> {
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
  const saved = await callAction(people.support, findAction('saveViewAction'), {
    args: [{ name: 'Mine', parameters: 'q=x' }],
  });
  expect(saved.outcome).toBe('500');
  await client.query('alter table saved_views_gone rename to saved_views');
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'countersign'`);
  await Promise.all([...Array(4)].map(() => people.support.ask('/withdrawals')));
  await client.end();
}

test('everyone can sign out, and has no access afterwards', async () => {
  for (const who of VISITORS) {
    expect((await callAction(people[who], findAction('signOutAction'), { args: [] })).outcome, who).toBe(
      who === 'nobody' ? 'signed-out' : 'redirect',
    );
    expect((await people[who].ask('/api/approvals')).status, who).toBe(401);
  }
});
