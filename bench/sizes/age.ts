import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { Client } from 'pg';
import { fill } from '@/bench/sizes/age-fill';
import { RARE_ACTION } from '@/bench/sizes/audit-entries';
import { temporaryDirectory } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { percentile } from '@/bench/measure';
import { cookieHeader, openBrowser, signIn } from '@/bench/staff';
import { readCount } from '@/scripts/read-environment';
import { buildIfStale } from '@/scripts/stack/build';
import { findFreePort } from '@/scripts/stack/ports';
import { startStack } from '@/scripts/stack/stack';

const REQUESTS = readCount('BENCH_AGE_REQUESTS', 10_000);
const ENTRIES = readCount('BENCH_AGE_ENTRIES', 500_000);
const REPORT = '.data/bench/age.json';
const ROUNDS = 40;
const WARM_UP = 20;
const EXPORTED = 1_000_000;
const DAY_MS = 86_400_000;

/** What was measured at one size. Rates are entries a second, times medians in milliseconds. */
interface Age {
  requests: number;
  entries: number;
  fillSeconds: number;
  exportRate: number;
  verifyRate: number;
  verifyMemoryMb: number;
  appendMs: number;
  reads: Record<string, number>;
}

/**
 * Measures the audit log and the requests at their age and at a hundredth of it: pages, filters, export, verification
 * and an append. `BENCH_AGE_REQUESTS` and `BENCH_AGE_ENTRIES` name another size. Writes `.data/bench/age.json`.
 */
export async function benchAge(): Promise<Figure[]> {
  await buildIfStale();
  const young = await measure(Math.max(200, REQUESTS / 100), Math.max(1000, ENTRIES / 100));
  const old = await measure(REQUESTS, ENTRIES);
  mkdirSync(path.dirname(REPORT), { recursive: true });
  writeFileSync(REPORT, `${JSON.stringify([young, old], null, 2)}\n`);
  const against = `with ${young.entries.toLocaleString('en-GB')} entries, ${young.requests.toLocaleString('en-GB')} requests`;
  const size = `${old.entries.toLocaleString('en-GB')} entries, ${old.requests.toLocaleString('en-GB')} requests`;
  return [
    ...Object.entries(old.reads).map(([name, time]) => ({
      name: `${name} with ${size}`,
      against,
      ...ratioOf('ms', young.reads[name] ?? Number.NaN, time),
      target: { atMost: 1.5 },
    })),
    { name: 'An append', against, ...ratioOf('ms', young.appendMs, old.appendMs), target: { atMost: 1.5 } },
    { name: 'Export', against, ...ratioOf('rows/s', young.exportRate, old.exportRate), target: { atLeast: 0.67 } },
    {
      name: 'Verification, entries a second',
      against: `of ${Math.min(EXPORTED, old.entries).toLocaleString('en-GB')} entries`,
      value: old.verifyRate,
      unit: '',
      target: { atLeast: 100_000 },
    },
  ];
}

async function measure(requests: number, entries: number): Promise<Age> {
  const { directory, remove } = temporaryDirectory(`age-${entries}`);
  const filledAt = performance.now();
  await fill(directory, { requests, entries });
  const fillSeconds = (performance.now() - filledAt) / 1000;
  const stack = await startStack({
    dataDir: directory,
    mode: 'start',
    consolePort: await findFreePort(),
    sandboxPort: 0,
    transfers: 100,
    isDurable: false,
    env: { CONSOLE_LIMITS: 'wide', CONSOLE_WORKERS: 'off' },
    signal: new AbortController().signal,
  });
  const database = new Client({ connectionString: stack.databaseUrl });
  try {
    await database.connect();
    const browser = await openBrowser();
    const page = await signIn(browser, stack.consoleUrl, 'admin');
    const reader = { consoleUrl: stack.consoleUrl, cookie: await cookieHeader(page.context(), stack.consoleUrl) };
    await browser.close();
    const reads = await measureReads(reader, await listQuestions(database, { requests, entries }));
    const file = path.join(directory, 'audit.jsonl');
    const exportRate = await measureExport(reader, file);
    const age = {
      requests,
      entries,
      fillSeconds,
      exportRate,
      ...measureVerification(file, Math.min(EXPORTED, entries)),
    };
    const measured = { ...age, appendMs: await measureAppend(database), reads };
    console.log(JSON.stringify(measured));
    return measured;
  } finally {
    await database.end();
    await stack.stop();
    remove();
  }
}

interface Reader {
  consoleUrl: string;
  cookie: string;
}

/** Lists what is asked of the console, as addresses; deep means at nine tenths of the log or the list. */
async function listQuestions(
  database: Client,
  { requests, entries }: { requests: number; entries: number },
): Promise<Record<string, string>> {
  const oneOf = async (statement: string, values: unknown[]) =>
    String((await database.query<{ value: string }>(statement, values)).rows[0]?.value);
  const personAt = (subject: string) => oneOf('select id as value from people where subject = $1', [subject]);
  const requestAt = (place: number) =>
    oneOf(`select id as value from withdrawal_requests where ref_id = $1`, [`varied-${place}`]);
  const deep = Math.floor(entries / 10);
  const [person, rarePerson] = [await personAt('age-7'), await personAt('age-99')];
  const ofDeep = await oneOf('select at::date::text as value from audit_log where seq = $1', [Math.max(1, deep)]);
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  const deepRequest = await requestAt(Math.floor(requests * 0.9) + 1);
  const halfway = await requestAt(Math.floor(requests / 2));
  const request = await requestAt(Math.floor(requests / 2) + 21);
  const cursor = String(deep);
  return {
    'Audit: first page': audit({}),
    'Audit: deep page': audit({ cursor }),
    'Audit: an action': audit({ action: 'send.tracked' }),
    'Audit: an action, deep': audit({ action: 'send.tracked', cursor }),
    'Audit: a rare action': audit({ action: RARE_ACTION }),
    'Audit: a rare action, deep': audit({ action: RARE_ACTION, cursor }),
    'Audit: an action nobody took': audit({ action: 'root.set' }),
    'Audit: a person': audit({ person }),
    'Audit: a person, deep': audit({ person, cursor }),
    'Audit: a person with few entries': audit({ person: rarePerson }),
    'Audit: an action of a person': audit({ action: 'request.approved', person }),
    'Audit: an action that a person never took': audit({ action: 'send.tracked', person }),
    'Audit: a reference': audit({ q: `varied-${Math.floor(requests / 2) + 21}` }),
    'Audit: a subject without entries': audit({ q: 'varied-none' }),
    'Audit: one day': audit({ from: yesterday, to: today }),
    'Audit: one day long ago': audit({ from: ofDeep, to: ofDeep }),
    'Audit: until a day long ago': audit({ to: ofDeep }),
    'Audit: a rare action on one day': audit({ action: RARE_ACTION, from: ofDeep, to: ofDeep }),
    'Audit: a person on one day long ago': audit({ person, from: ofDeep, to: ofDeep }),
    'Requests: first page': '/api/withdrawals/list?limit=50',
    'Requests: deep page': `/api/withdrawals/list?limit=50&before=${deepRequest}`,
    'Requests: an asset': '/api/withdrawals/list?limit=50&asset=BTC',
    'Requests: an asset, halfway': `/api/withdrawals/list?limit=50&asset=BTC&before=${halfway}`,
    'Requests: an asset and a profile': '/api/withdrawals/list?limit=50&asset=ETH&profile=p-3',
    'Requests: a reference': `/api/withdrawals/list?limit=50&q=varied-${Math.floor(requests / 2)}`,
    'The page of withdrawals': '/withdrawals',
    'A request': `/withdrawals/${request}`,
    Approvals: '/api/approvals',
    Notifications: '/notifications',
  };
}

const audit = (query: Record<string, string>) => `/api/audit?${new URLSearchParams(query).toString()}`;

async function measureReads(reader: Reader, questions: Record<string, string>): Promise<Age['reads']> {
  const reads: Age['reads'] = {};
  for (const [name, address] of Object.entries(questions)) {
    const times: number[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const start = performance.now();
      const answer = await fetch(`${reader.consoleUrl}${address}`, { headers: { cookie: reader.cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}`);
      if (round >= 0) times.push(performance.now() - start);
    }
    reads[name] = percentile(times, 50);
  }
  return reads;
}

/** Writes the first million entries of the export to a file and gives the rate. */
async function measureExport({ consoleUrl, cookie }: Reader, file: string): Promise<number> {
  const stop = new AbortController();
  const start = performance.now();
  const answer = await fetch(`${consoleUrl}/api/audit/export`, { headers: { cookie }, signal: stop.signal });
  if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}.`);
  const out = createWriteStream(file);
  let lines = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    let end = 0;
    while (lines < EXPORTED && (end = chunk.indexOf(10, end) + 1) > 0) lines += 1;
    const isLast = lines >= EXPORTED && end > 0;
    if (!out.write(isLast ? chunk.subarray(0, end) : chunk)) await once(out, 'drain');
    if (isLast) break;
  }
  const seconds = (performance.now() - start) / 1000;
  stop.abort();
  out.end();
  await once(out, 'finish');
  return lines / seconds;
}

/** Verifies the file as an auditor does, in a process of its own. */
function measureVerification(file: string, entries: number): Pick<Age, 'verifyRate' | 'verifyMemoryMb'> {
  const start = performance.now();
  const run = spawnSync(process.execPath, ['--import', 'tsx', '--import', MEMORY, 'scripts/audit-verify.ts', file], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`the export does not verify: ${run.stderr}`);
  const seconds = (performance.now() - start) / 1000;
  const memory = /maxRSS (\d+)/.exec(run.stderr)?.[1];
  return { verifyRate: entries / seconds, verifyMemoryMb: Number(memory) / 1e3 };
}

const MEMORY = `data:text/javascript,process.on('exit',()=>console.error('maxRSS',process.resourceUsage().maxRSS))`;

/** Measures what one entry takes in the database, with the statement of the console. */
async function measureAppend(database: Client): Promise<number> {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const start = performance.now();
    await database.query(`
      with head as (update audit_head set seq = seq + 1 returning seq, hash)
      insert into audit_log (seq, at, action, actor_id, subject, entry, hash)
      select seq, clock_timestamp(), 'x', null, 'x', '{"action":"x","subject":"x","actor":null}', hash from head`);
    if (round >= 0) times.push(performance.now() - start);
  }
  return percentile(times, 50);
}
