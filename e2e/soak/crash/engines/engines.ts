// npm run test:crash -- --program pg-boss|dbos [--withdrawals N]
// Pays withdrawals through a port of the sender to a library, kills it at named moments, and counts the transfers.
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ENGINES, type EngineName, installEngine } from '@/e2e/soak/crash/engines/install';
import { createDatabase } from '@/e2e/soak/crash/harness';
import { environmentOf, type Killable, startKillable } from '@/e2e/soak/crash/processes';
import { startService } from '@/e2e/soak/crash/service';
import type { SandboxClient } from '@/e2e/stack/sandbox-client';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { openPool } from '@/scripts/stack/postgres/test-pool';
import { addCast, addWithdrawal, readOutcomes } from '@/scripts/testing/data/withdrawals';
import { Seeded } from '@/scripts/testing/seeded';

/** A moment of a port (`reach`). */
type Moment = 'before the request' | 'after the answer' | 'after the row';

interface Scenario {
  name: string;
  /** The process kills itself at this moment, once. */
  dieAt?: Moment;
  /** The process stops for a time at this moment, once, while another one starts. */
  pauseAt?: Moment;
  /** The harness kills the process: once the service has the transfer, or at any time. */
  kill?: 'paid' | 'any time';
  fault?: Record<string, unknown>;
  retries?: number;
}

const RETRIES = 5;
const LOST_ANSWER = { on: 'create', kind: 'reset-after', times: 1 };
const LATE_ANSWER = { on: 'create', kind: 'latency', ms: 400, after: 'effect', times: 1 };
const SLOW_ANSWERS = { on: 'create', kind: 'latency', ms: 300, after: 'effect' };
const SCENARIOS: Scenario[] = [
  { name: 'no kill, no fault' },
  { name: 'kill before the request leaves', dieAt: 'before the request' },
  { name: 'kill once the service has paid, before its answer', kill: 'paid', fault: LATE_ANSWER },
  { name: 'kill after the answer, before it is recorded', dieAt: 'after the answer' },
  { name: 'kill after the row is ACCEPTED, before the engine records it', dieAt: 'after the row' },
  { name: 'kill at any time', kill: 'any time', fault: SLOW_ANSWERS },
  { name: 'no kill, the answer is lost', fault: LOST_ANSWER },
  { name: 'pause before the request, while another process starts', pauseAt: 'before the request' },
  { name: 'no retries: kill after the answer', dieAt: 'after the answer', retries: 0 },
  { name: 'no retries: no kill, the answer is lost', fault: LOST_ANSWER, retries: 0 },
];
const DEADLINE_MS = 60_000;
const RANDOM_KILLS_MAX_MS = 800;
// Longer than a job takes to expire and to be delivered again.
const PAUSE_MS = 6_000;

/** What became of the withdrawals of a scenario, as counted at the service. */
interface EngineReport {
  withdrawals: number;
  kills: number;
  transfers: number;
  'paid twice': string;
  /** Withdrawals that the engine gave up on, with their transfers: nobody knows whether they were paid. */
  'given up': string;
}

interface Run {
  pool: Pool;
  client: SandboxClient;
  random: Seeded;
  countOpen: string;
  start: (options: Pick<Scenario, 'dieAt' | 'pauseAt'>) => Killable;
}

/** Runs every scenario with a port and prints a table. Returns a failure if no withdrawal was paid twice. */
export async function runEngine(
  name: EngineName,
  { postgresUrl, root, seed, withdrawals }: { postgresUrl: string; root: string; seed: number; withdrawals: number },
): Promise<string[]> {
  const program = installEngine(name, path.join(root, name));
  const reports: Record<string, EngineReport> = {};
  for (const [index, scenario] of SCENARIOS.entries()) {
    const dataDir = mkdtempSync(path.join(root, 'run-'));
    const databaseUrl = await createDatabase(postgresUrl, `engine_${index}`);
    const consoleDatabaseUrl = await prepareDatabase(databaseUrl);
    const behaviour = { mode: 'none', order: 'oldest-first', seed, isReadNaively: false } as const;
    const service = await startService(behaviour, dataDir);
    const pool = openPool({ connectionString: databaseUrl, max: 4 });
    const settings = environmentOf({ consoleDatabaseUrl, serviceUrl: service.url });
    // The libraries make tables of their own, so they get the owner of the database.
    const env = {
      DATABASE_URL: databaseUrl,
      SERVICE_URL: service.url,
      CLIENT_ID: settings.TRANSFER_SERVICE_CLIENT_ID ?? '',
      CLIENT_SECRET: settings.TRANSFER_SERVICE_CLIENT_SECRET ?? '',
      TIMEOUT_MS: settings.SEND_TIMEOUT_MS ?? '',
    };
    const start: Run['start'] = (moments) =>
      startKillable({
        node: program.node,
        program: [program.file],
        options: { ...moments, retries: scenario.retries ?? RETRIES },
        env,
        dataDir,
      });
    try {
      const run = { pool, client: service.client, random: new Seeded(seed), countOpen: ENGINES[name].countOpen, start };
      reports[scenario.name] = await runScenario(scenario, withdrawals, run);
      console.log(`${name}, ${scenario.name}: ${JSON.stringify(reports[scenario.name])}`);
    } finally {
      await pool.end();
      await service.part.stop();
    }
  }
  console.table(reports);
  const hasPaidTwice = Object.values(reports).some((report) => report['paid twice'] !== '');
  return hasPaidTwice ? [] : [`${name} paid nothing twice, so this run would not detect it.`];
}

/** Pays withdrawals one after the other, each through the scenario, so that each duplicate has one cause. */
async function runScenario(scenario: Scenario, withdrawals: number, run: Run): Promise<EngineReport> {
  const { pool, client } = run;
  const cast = await addCast(pool);
  let kills = 0;
  for (let number = 1; number <= withdrawals; number += 1) {
    const { refId } = await addWithdrawal(pool, cast, number, { isApproved: true });
    await client.clearFaults();
    if (scenario.fault) await client.addFault(scenario.fault);
    kills += await disturb(scenario, refId, run);
    const last = run.start({});
    await waitFor(() => isFinished(run));
    await last.kill();
  }
  const report: EngineReport = { withdrawals: 0, kills, transfers: 0, 'paid twice': '', 'given up': '' };
  const twice: string[] = [];
  const givenUp: string[] = [];
  for (const { refId, state } of await readOutcomes(pool)) {
    const { count } = await client.transfersByRef(refId);
    // "crash-3" says enough; the rest of a reference is random.
    const short = `${refId.split('-', 2).join('-')} (${count})`;
    report.withdrawals += 1;
    report.transfers += count;
    if (count > 1) twice.push(short);
    if (state !== 'ACCEPTED') givenUp.push(short);
  }
  return { ...report, 'paid twice': twice.join(' '), 'given up': givenUp.join(' ') };
}

/** Starts a process that meets the kill or the pause of the scenario. Returns the number of kills. */
async function disturb({ dieAt, pauseAt, kill }: Scenario, refId: string, run: Run): Promise<number> {
  if (dieAt !== undefined) {
    await waitForEnd(run.start({ dieAt }));
    return 1;
  }
  if (pauseAt !== undefined) {
    const paused = run.start({ pauseAt });
    await paused.isUp;
    await delay(PAUSE_MS / 2);
    const other = run.start({});
    await other.isUp;
    await delay(PAUSE_MS);
    paused.resume();
    await delay(PAUSE_MS / 2);
    await Promise.all([paused.kill(), other.kill()]);
    return 0;
  }
  if (kill === undefined) return 0;
  const process = run.start({});
  if (kill === 'paid') await waitFor(async () => (await run.client.transfersByRef(refId)).count > 0);
  else {
    await process.isUp;
    await delay(run.random.whole(0, RANDOM_KILLS_MAX_MS));
  }
  await process.kill();
  return 1;
}

/** Whether neither the console nor the engine has anything left to do. */
async function isFinished({ pool, countOpen }: Run): Promise<boolean> {
  const queued = await pool.query<{ open: number }>(`select count(*)::int as open from sends where state = 'QUEUED'`);
  if (queued.rows[0]?.open !== 0) return false;
  const unfinished = await pool.query<{ open: number }>(countOpen);
  return unfinished.rows[0]?.open === 0;
}

async function waitForEnd(process: Killable): Promise<void> {
  if (await process.endsWithin(DEADLINE_MS)) return;
  await process.kill();
  throw new Error('a process did not reach the moment at which it dies.');
}

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not finished after ${DEADLINE_MS / 1_000} s.`);
    await delay(20);
  }
}
