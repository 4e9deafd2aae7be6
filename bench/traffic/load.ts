import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Agent, request } from 'undici';
import { type SignedIn, signInMany } from '@/bench/traffic/sign-in-many';
import { temporaryDirectory } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, percentile } from '@/bench/measure';
import type { RequestView } from '@/lib/requests/request-view';
import { readCount } from '@/scripts/read-environment';
import { readActionAnswer, writeActionCall } from '@/scripts/stack/actions';
import { buildIfStale } from '@/scripts/stack/build';
import { consoleEnvironment, startConsole } from '@/scripts/stack/console';
import { findFreePort } from '@/scripts/stack/ports';
import { startStack } from '@/scripts/stack/stack';
import { filledForm } from '@/scripts/stack/filled-form';

const SECRET = 'only-for-this-run-and-for-nothing-else';
const READERS = 200;
const DECIDERS = 20;
const REQUESTS = 400;
const TRANSFERS = 20_000;
const MINUTE_MS = 60_000;
// The time that a person takes to read a list, and to read a withdrawal before deciding.
const READING_MS = 4_000;
const DECIDING_MS = 10_000;
const UNLOADED_READS = 200;
// The desk arrives: connections are opened, statements are planned once, and hot code is compiled.
const ARRIVING_MS = 20_000;
const SAMPLE_EVERY_MS = 5_000;
// A decision requires a sign-in within the last five minutes.
const RENEW_EVERY_MS = 120_000;
const LISTS = [
  '/api/transfers?limit=50',
  '/api/transfers?limit=50&status=PENDING',
  '/api/transfers?limit=50&type=CRYPTO_WITHDRAWAL',
  '/api/transfers?limit=50&asset=ETH&order=amount',
  '/api/approvals',
];

/** Measures a whole desk at work on two processes: one minute, then BENCH_LOAD_MINUTES more. */
export async function benchLoad(): Promise<Figure[]> {
  const minutes = readCount('BENCH_LOAD_MINUTES', 10);
  await buildIfStale();
  const { directory, remove } = temporaryDirectory('load');
  try {
    const { urls, databaseUrl, stop } = await startTwoConsoles(directory);
    const database = new Client({ connectionString: databaseUrl });
    try {
      await database.connect();
      return await runLoad(urls, database, minutes);
    } finally {
      await database.end();
      await stop();
    }
  } finally {
    remove();
  }
}

async function startTwoConsoles(directory: string) {
  const env = { CONSOLE_LIMITS: 'wide', NEXTAUTH_SECRET: SECRET };
  const stack = await startStack({
    dataDir: directory,
    mode: 'start',
    consolePort: await findFreePort(),
    sandboxPort: 0,
    transfers: TRANSFERS,
    isDurable: false,
    env,
    signal: new AbortController().signal,
  });
  const second = await startConsole({
    port: await findFreePort(),
    mode: 'start',
    env: { ...consoleEnvironment({ ...stack, sessionSecret: SECRET }), ...env },
    logFile: path.join(directory, 'second.log'),
  });
  const stop = async () => {
    await second.part.stop();
    await stack.stop();
  };
  return { urls: [stack.consoleUrl, second.url] as const, databaseUrl: stack.databaseUrl, stop };
}

async function runLoad(urls: readonly [string, string], database: Client, minutes: number): Promise<Figure[]> {
  const load = new LoadGenerator(urls[0], urls, database);
  const readers = await signInMany({ database, secret: SECRET, role: 'support', count: READERS });
  const deciders = await signInMany({ database, secret: SECRET, role: 'approver', count: DECIDERS });
  const [requester] = await signInMany({ database, secret: SECRET, role: 'finance', count: 1 });
  if (!requester) throw new Error('nobody can request withdrawals');
  await database.query('analyze');
  for (let index = 0; index < REQUESTS; index += 1) await load.createRequest(requester, index);

  const unloaded = await load.readUnloaded(readers[0] ?? requester);
  const arriving = await load.work(readers, deciders, ARRIVING_MS);
  const first = await load.work(readers, deciders, MINUTE_MS);
  const later = minutes > 0 ? await load.work(readers, deciders, minutes * MINUTE_MS) : undefined;
  printLoad(arriving, first, later);
  const laterFigures = later ? [errorFigure(`Errors in ${minutes} minutes more`, '', later.errors.length)] : [];
  return [
    errorFigure(
      `Errors with ${READERS} people reading and ${DECIDERS} deciding`,
      'in a minute',
      arriving.errors.length + first.errors.length,
    ),
    {
      name: 'A read under that load, p99',
      against: 'the median of one without load',
      ...ratioOf('ms', median(unloaded), percentile(first.reads, 99)),
      target: { atMost: 10 },
    },
    ...laterFigures,
    ...(later ? [growthOf(later.memory, minutes)] : []),
  ];
}

const errorFigure = (name: string, against: string, value: number): Figure => ({
  name,
  against,
  value,
  unit: '',
  target: { atMost: 0 },
});

const p99 = (times: readonly number[]) => `${percentile(times, 99).toFixed(0)} ms`;

function printLoad(arriving: Work, { reads, decisions, errors }: Work, later: Work | undefined): void {
  console.log(`While the desk arrives: p99 of a read ${p99(arriving.reads)}, ${arriving.errors.length} errors`);
  console.log(
    `${reads.length} reads and ${decisions.length} decisions in a minute; p99 of a decision ${p99(decisions)}`,
  );
  for (const error of [...arriving.errors, ...errors, ...(later?.errors ?? [])].slice(0, 5)) console.log(`  ${error}`);
}

interface Work {
  /** Durations in milliseconds. */
  reads: number[];
  decisions: number[];
  errors: string[];
  /** Resident bytes of each process, sampled throughout. */
  memory: number[][];
}

/** Returns the growth of the process that grew most: its median of the last minute relative to the first. */
function growthOf(memory: readonly number[][], minutes: number): Figure {
  const grown = memory.map((samples) => {
    const perMinute = Math.max(Math.floor(samples.length / minutes), 1);
    return (
      (100 * (median(samples.slice(-perMinute)) - median(samples.slice(0, perMinute)))) /
      median(samples.slice(0, perMinute))
    );
  });
  return {
    name: `Memory after ${minutes} minutes of it`,
    against: 'more than in the first',
    value: Math.max(...grown),
    unit: '%',
    target: { atMost: 10 },
  };
}

class LoadGenerator {
  readonly #agent = new Agent({ connections: 256, pipelining: 1 });
  readonly #waiting: string[] = [];
  #turn = 0;

  constructor(
    readonly ownUrl: string,
    /** Addresses of the processes, called in turn. */
    readonly urls: readonly string[],
    readonly database: Client,
  ) {}

  /** Requests a withdrawal that requires two approvals. */
  async createRequest(requester: SignedIn, index: number): Promise<void> {
    const form = filledForm({ value: `1.${String(index).padStart(5, '0')}1`, referenceId: '' });
    const { status, body } = await this.#send(
      requester,
      '/withdrawals/new',
      writeActionCall('createRequestAction', { formKey: crypto.randomUUID(), form }),
    );
    const created = readActionAnswer(body) as { ok: boolean; value: { requestId: string } } | undefined;
    if (!created?.ok) throw new Error(`Requesting a withdrawal failed: ${status} ${body.slice(0, 300)}`);
    this.#waiting.push(created.value.requestId);
  }

  async readUnloaded(reader: SignedIn): Promise<number[]> {
    const work = emptyWork();
    for (let index = -UNLOADED_READS / 4; index < UNLOADED_READS; index += 1) {
      if (index === 0) work.reads.length = 0;
      await this.#read(reader, Math.abs(index), work);
    }
    if (work.errors.length > 0) throw new Error(work.errors[0]);
    return work.reads;
  }

  async work(readers: readonly SignedIn[], deciders: readonly SignedIn[], forMs: number): Promise<Work> {
    const work = emptyWork();
    const until = performance.now() + forMs;
    const wait = (ms: number) => delay(Math.max(0, Math.min(ms, until - performance.now())));
    const repeat = async (everyMs: number, act: (round: number) => Promise<void>) => {
      // Not all at the same moment.
      await wait(Math.random() * everyMs);
      for (let round = 0; performance.now() < until; round += 1) {
        await act(round);
        await wait((0.5 + Math.random()) * everyMs);
      }
    };
    await Promise.all([
      ...readers.map((reader, index) => repeat(READING_MS, (round) => this.#read(reader, index + round, work))),
      ...deciders.map((decider, index) =>
        repeat(DECIDING_MS, (round) => this.#decide(decider, index + round * deciders.length, work)),
      ),
      repeat(SAMPLE_EVERY_MS, () => this.#sampleMemory(work)),
      repeat(
        RENEW_EVERY_MS,
        async () => void (await this.database.query('update sessions set authenticated_at = now()')),
      ),
    ]);
    return work;
  }

  async #read(reader: SignedIn, index: number, work: Work): Promise<void> {
    const startedAt = performance.now();
    const address = LISTS[index % LISTS.length] ?? '/';
    const answer = await this.#send(reader, address).catch((error: unknown) => ({ status: 0, body: String(error) }));
    work.reads.push(performance.now() - startedAt);
    if (answer.status !== 200) work.errors.push(`${address} answered ${answer.status} ${answer.body.slice(0, 200)}`);
  }

  /** Reads a waiting request and approves it as read. A decision that comes too late counts as answered too. */
  async #decide(decider: SignedIn, index: number, work: Work): Promise<void> {
    const requestId = this.#waiting[index % this.#waiting.length] ?? '';
    try {
      const read = await this.#send(decider, `/api/withdrawals/${requestId}`);
      const { version, bodySha256 } = JSON.parse(read.body) as RequestView;
      const decision = { requestId, version, bodySha256, verdict: 'APPROVED', comment: '', chosenAddress: '' };
      const startedAt = performance.now();
      const { status, body } = await this.#send(
        decider,
        `/withdrawals/${requestId}`,
        writeActionCall('decideAction', decision),
      );
      work.decisions.push(performance.now() - startedAt);
      const outcome = readActionAnswer(body) as { ok: boolean; error?: { kind: string } } | undefined;
      const isAnswered = status === 200 && (outcome?.ok === true || outcome?.error?.kind === 'not-now');
      if (!isAnswered) work.errors.push(`A decision answered ${status} ${body.slice(0, 300)}`);
    } catch (error) {
      work.errors.push(String(error));
    }
  }

  async #sampleMemory(work: Work): Promise<void> {
    for (const [index, url] of this.urls.entries()) {
      const { body } = await request(`${url}/api/metrics`, {
        dispatcher: this.#agent,
        headers: { host: new URL(this.ownUrl).host },
      });
      const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(await body.text()) ?? [];
      if (bytes !== undefined) (work.memory[index] ??= []).push(Number(bytes));
    }
  }

  async #send(
    { cookie }: SignedIn,
    address: string,
    call?: { headers: Record<string, string>; body: string },
  ): Promise<{ status: number; body: string }> {
    this.#turn += 1;
    const answer = await request(`${this.urls[this.#turn % this.urls.length]}${address}`, {
      dispatcher: this.#agent,
      method: call ? 'POST' : 'GET',
      headers: {
        cookie,
        // As a balancer passes it on.
        host: new URL(this.ownUrl).host,
        'sec-fetch-site': 'same-origin',
        ...(call && { ...call.headers, origin: this.ownUrl }),
      },
      body: call?.body ?? null,
    });
    return { status: answer.statusCode, body: await answer.body.text() };
  }
}

const emptyWork = (): Work => ({ reads: [], decisions: [], errors: [], memory: [] });
