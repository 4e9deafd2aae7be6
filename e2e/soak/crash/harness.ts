import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { type Killable, type Place, type Program, startProcess } from '@/e2e/soak/crash/processes';
import { Seeded } from '@/scripts/testing/seeded';
import { type RefIdMode, startService } from '@/e2e/soak/crash/service';
import {
  addCast,
  addWithdrawal,
  type Cast,
  countOpen,
  readOutcomes,
  renewSignIns,
} from '@/scripts/testing/withdrawals';
import { CRASH_POINTS, type CrashPoint } from '@/lib/server/runtime/crash-points';
import { prepareDatabase } from '@/scripts/stack/console-role';
import { openPool } from '@/scripts/stack/test-pool';

export interface CrashPlan {
  program: Program;
  mode: RefIdMode;
  /** At least so many; more where a point was not reached before. */
  withdrawals: number;
  killsPerPoint: number;
  /** Kills at any time, besides. */
  randomKills: number;
  seed: number;
}

/** What came of a run, counted at the service. */
export interface CrashReport {
  name: string;
  withdrawals: number;
  kills: Record<CrashPoint | 'any time', number>;
  transfers: number;
  /** References with more than one transfer. */
  doubles: string[];
  /** Approved, and not accepted with exactly the one transfer that the console names. */
  lost: string[];
}

type Kill = CrashPoint | 'any time';
const PROCESSES = 3;
const OPEN_AT_FIRST = 12;
// What seldom happens is not waited for twice.
const MOST_PASSES: Partial<Record<CrashPoint, number>> = { CP7: 0, CP8: 0, CP9: 0 };
const POINT_TIMEOUT_MS = 15_000;
const MOST_TRIES = 20;
const REST_TIMEOUT_MS = 120_000;

/** Sends withdrawals with processes that keep dying, until all are sent, then counts what the service has. */
export async function runCrashes(plan: CrashPlan, postgresUrl: string, dataDir: string): Promise<CrashReport> {
  const databaseUrl = await createDatabase(postgresUrl, `crash_${plan.program}_${plan.mode}`);
  const consoleDatabaseUrl = await prepareDatabase(databaseUrl);
  const service = await startService(plan.mode, plan.seed, dataDir);
  const pool = openPool({ connectionString: databaseUrl, max: 4 });
  try {
    const run = new CrashRun(plan, await addCast(pool), pool, { consoleDatabaseUrl, serviceUrl: service.url, dataDir });
    await run.toTheEnd();
    return await count(plan, run.kills, pool, service.client);
  } finally {
    await pool.end();
    await service.part.stop();
  }
}

class CrashRun {
  readonly kills: CrashReport['kills'];
  readonly #due: Kill[];
  readonly #random: Seeded;
  #added = 0;
  #triesLeft = MOST_TRIES;

  constructor(
    readonly plan: CrashPlan,
    readonly cast: Cast,
    readonly pool: Pool,
    readonly place: Place,
  ) {
    this.#random = new Seeded(plan.seed);
    this.kills = Object.fromEntries([...CRASH_POINTS, 'any time'].map((kill) => [kill, 0])) as CrashReport['kills'];
    const atPoints =
      plan.program === 'worker'
        ? CRASH_POINTS.flatMap((point) => Array.from({ length: plan.killsPerPoint }, () => point))
        : [];
    const drawn = this.#shuffle<Kill>([
      ...atPoints,
      ...Array.from({ length: plan.randomKills }, () => 'any time' as const),
    ]);
    // Taken from the end. What finds others dead comes last: before, somebody who is not to die would find them first.
    this.#due = [...drawn.filter((kill) => kill === 'CP7'), ...drawn.filter((kill) => kill !== 'CP7')];
  }

  async toTheEnd(): Promise<void> {
    await this.#add(OPEN_AT_FIRST);
    await Promise.all(Array.from({ length: PROCESSES }, () => this.#dieAgainAndAgain()));
    await this.#add(this.plan.withdrawals - this.#added);
    await this.#rest();
  }

  async #dieAgainAndAgain(): Promise<void> {
    for (let kill = this.#due.pop(); kill !== undefined; kill = this.#due.pop()) {
      // Somebody can only find a sender dead where one has just died.
      if (kill === 'CP7') await this.#dieAt('CP3');
      const hasDied = await this.#dieAt(kill);
      if (!hasDied && this.#triesLeft > 0) {
        this.#triesLeft -= 1;
        this.#due.unshift(kill);
      }
      await this.#add(Math.ceil((this.plan.withdrawals - this.#added) / (this.#due.length + 1)));
    }
  }

  /** A process that dies at this point, or is killed at any time. Gives false where it never came by: then it is killed all the same. */
  async #dieAt(kill: Kill): Promise<boolean> {
    await renewSignIns(this.pool);
    const process = this.#start(kill);
    await process.isUp;
    const hasDied = await process.endsWithin(kill === 'any time' ? this.#random.whole(0, 2_500) : POINT_TIMEOUT_MS);
    await process.kill();
    this.kills[hasDied ? kill : 'any time'] += 1;
    // With more to do, others will come by.
    if (!hasDied && kill !== 'any time') await this.#add(6);
    return hasDied || kill === 'any time';
  }

  /** Lets processes work in peace until everything has come to an end. */
  async #rest(): Promise<void> {
    await renewSignIns(this.pool);
    const processes = Array.from({ length: PROCESSES }, () => this.#start());
    const deadline = performance.now() + REST_TIMEOUT_MS;
    while (performance.now() < deadline && (await countOpen(this.pool)) > 0) {
      if (processes.some((process) => process.hasEnded()))
        throw new Error(`A process ended by itself; see ${this.place.dataDir}.`);
      await delay(100);
    }
    await Promise.all(processes.map((process) => process.kill()));
  }

  #start(kill?: Kill): Killable {
    const { approvers } = this.cast;
    const arm =
      kill === undefined || kill === 'any time'
        ? undefined
        : { point: kill, passes: this.#random.whole(0, MOST_PASSES[kill] ?? 2) };
    return startProcess(this.plan.program, { approvers, ...(arm && { arm }) }, this.place);
  }

  async #add(many: number): Promise<void> {
    for (let index = 0; index < many; index += 1) {
      this.#added += 1;
      await addWithdrawal(this.pool, this.cast, this.#added, { isApproved: this.plan.program === 'naive' });
    }
  }

  #shuffle<Item>(items: Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.#random.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}

async function count(
  plan: CrashPlan,
  kills: CrashReport['kills'],
  pool: Pool,
  service: { transfersByRef: (refId: string) => Promise<{ count: number; items: { id?: unknown }[] }> },
) {
  const report: CrashReport = {
    name: `${plan.program}, ${plan.mode}`,
    withdrawals: 0,
    kills,
    transfers: 0,
    doubles: [],
    lost: [],
  };
  for (const { refId, state, transferId } of await readOutcomes(pool)) {
    const { count: made, items } = await service.transfersByRef(refId);
    report.withdrawals += 1;
    report.transfers += made;
    if (made > 1) report.doubles.push(refId);
    const isKnown = state === 'ACCEPTED' && items.some(({ id }) => id === transferId);
    if (made === 0 || !isKnown) report.lost.push(`${refId} (${state ?? 'not approved'}, ${made} made)`);
  }
  return report;
}

export async function createDatabase(postgresUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}
