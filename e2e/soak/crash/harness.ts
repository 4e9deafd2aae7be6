import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { type Killable, type Surroundings, startProcess } from '@/e2e/soak/crash/processes';
import type { Sender } from '@/e2e/soak/crash/worker';
import { bundleProgram } from '@/scripts/stack/bundle-program';
import { Seeded } from '@/scripts/testing/seeded';
import { type ServiceBehaviour, startService } from '@/e2e/soak/crash/service';
import {
  addCast,
  addWithdrawal,
  type Cast,
  countOpen,
  readOutcomes,
  renewSignIns,
} from '@/scripts/testing/data/withdrawals';
import { CRASH_POINTS, type CrashPoint } from '@/lib/server/runtime/crash-points';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { openPool } from '@/scripts/stack/postgres/test-pool';

const PROGRAMS = { worker: 'e2e/soak/crash/worker.ts', naive: 'e2e/soak/crash/naive-sender.ts' };

export interface CrashPlan extends ServiceBehaviour {
  program: keyof typeof PROGRAMS;
  /** Minimum number; more are created when a crash point was not reached. */
  withdrawals: number;
  killsPerPoint: number;
  /** Additional kills at random times. */
  randomKills: number;
}

/** The result of a run, as counted at the service. */
export interface CrashReport {
  name: string;
  withdrawals: number;
  kills: Record<KillName, number>;
  transfers: number;
  /** References with more than one transfer. */
  duplicates: string[];
  /** Approved references without exactly the one accepted transfer that the console names. */
  lost: string[];
}

/** Crash points that a send after the last approval passes itself; who follows it afterwards is the same. */
export const APPROVAL_POINTS = ['CP2', 'CP3', 'CP4', 'CP5', 'CP6'] as const satisfies readonly CrashPoint[];

/** Where a process dies, and who sends in it. */
interface Kill {
  at: CrashPoint | 'any time';
  sender: Sender;
}

type KillName = CrashPoint | 'any time' | `${(typeof APPROVAL_POINTS)[number]} by approval` | 'any time by approval';

/** Names a kill in the report, such as "CP3" or "CP3 by approval". */
export const nameKill = ({ at, sender }: Kill) => (sender === 'worker' ? at : `${at} by approval`) as KillName;

const atPoints = (times: number): Kill[] =>
  (['worker', 'approval'] as const).flatMap((sender) =>
    (sender === 'worker' ? CRASH_POINTS : APPROVAL_POINTS).flatMap((at) =>
      Array.from({ length: times }, () => ({ at, sender })),
    ),
  );
const PROCESSES = 3;
const INITIAL_OPEN = 12;
// Rarely reached points crash at their first pass.
const MAX_PASSES: Partial<Record<CrashPoint, number>> = { CP7: 0, CP8: 0, CP9: 0, CP10: 0 };
const WAIT_MS = 3_000;
const MAX_WAITS = 5;
const MAX_TRIES = 20;
const SETTLE_TIMEOUT_MS = 120_000;

/** Names a run, such as "worker, none, oldest-first". */
export function describePlan({ program, mode, order, isReadNaively }: CrashPlan): string {
  return [isReadNaively ? 'naive reader' : program, mode, order].join(', ');
}

/**
 * Sends withdrawals with processes that are killed again and again until all are sent, then counts the transfers of the
 * service.
 */
export async function runCrashes(plan: CrashPlan, postgresUrl: string, dataDir: string): Promise<CrashReport> {
  const databaseUrl = await createDatabase(postgresUrl, describePlan(plan).replaceAll(/[^a-z]+/g, '_'));
  const consoleDatabaseUrl = await prepareDatabase(databaseUrl);
  const program = await bundleProgram(PROGRAMS[plan.program]);
  const service = await startService(plan, dataDir);
  const pool = openPool({ connectionString: databaseUrl, max: 4 });
  try {
    const run = new CrashRun({
      plan,
      cast: await addCast(pool),
      pool,
      service: service.client,
      surroundings: { consoleDatabaseUrl, serviceUrl: service.url, dataDir, program },
    });
    await run.run();
    return await countTransfers({ plan, kills: run.kills, pool, service: service.client });
  } finally {
    await pool.end();
    await service.part.stop();
  }
}

/** What the run asks of the service. */
interface Service {
  transfersByRef: (refId: string) => Promise<{ count: number; items: { id?: unknown }[] }>;
}

class CrashRun {
  readonly kills: CrashReport['kills'];
  readonly #due: Kill[];
  readonly #random: Seeded;
  #added = 0;
  #triesLeft = MAX_TRIES;

  constructor(
    readonly parts: { plan: CrashPlan; cast: Cast; pool: Pool; surroundings: Surroundings; service: Service },
  ) {
    const { plan } = parts;
    this.#random = new Seeded(plan.seed);
    const senders: Sender[] = plan.isReadNaively || plan.program === 'naive' ? ['worker'] : ['worker', 'approval'];
    const anyTime = senders.map((sender): Kill => ({ at: 'any time', sender }));
    this.kills = Object.fromEntries(
      [...atPoints(1), ...anyTime].map((kill) => [nameKill(kill), 0]),
    ) as typeof this.kills;
    const shuffled = this.#shuffle<Kill>([
      ...(plan.program === 'worker' ? atPoints(plan.killsPerPoint) : []),
      ...Array.from({ length: plan.randomKills }, (_, index) => anyTime[index % anyTime.length] as Kill),
    ]);
    // Taken from the end. The point that takes over from a dead sender comes last: earlier, a process that is not meant
    // to crash would take over first.
    this.#due = [...shuffled.filter(({ at }) => at === 'CP7'), ...shuffled.filter(({ at }) => at !== 'CP7')];
  }

  async run(): Promise<void> {
    await this.#addWithdrawals(INITIAL_OPEN);
    await Promise.all(Array.from({ length: PROCESSES }, () => this.#killRepeatedly()));
    await this.#addWithdrawals(this.parts.plan.withdrawals - this.#added);
    await this.#settle();
  }

  async #killRepeatedly(): Promise<void> {
    for (let kill = this.#due.pop(); kill !== undefined; kill = this.#due.pop()) {
      // A process can take over only if a sender has just died.
      if (kill.at === 'CP7') await this.#crashAt({ at: 'CP3', sender: 'worker' });
      const hasDied = await this.#crashAt(kill);
      if (!hasDied && this.#triesLeft > 0) {
        this.#triesLeft -= 1;
        this.#due.unshift(kill);
      }
      await this.#addWithdrawals(Math.ceil((this.parts.plan.withdrawals - this.#added) / (this.#due.length + 1)));
    }
  }

  /**
   * Runs a process that crashes at a point, or is killed at a random time. Returns false if the process did not reach
   * the point; it is killed then too.
   */
  async #crashAt(kill: Kill): Promise<boolean> {
    await renewSignIns(this.parts.pool);
    const process = this.#start(kill);
    await process.isUp;
    const isAtPoint = kill.at !== 'any time';
    const hasDied = isAtPoint
      ? await this.#endsAtPoint(process)
      : await process.endsWithin(this.#random.whole(0, 2_500));
    await process.kill();
    this.kills[nameKill(hasDied ? kill : { ...kill, at: 'any time' })] += 1;
    return hasDied || !isAtPoint;
  }

  /** Waits until a process ends at its point. The others may have taken every withdrawal that would lead it there. */
  async #endsAtPoint(process: Killable): Promise<boolean> {
    for (let waits = 0; waits < MAX_WAITS; waits += 1) {
      if (await process.endsWithin(WAIT_MS)) return true;
      await this.#addWithdrawals(2);
    }
    return false;
  }

  /** Lets processes work undisturbed until every withdrawal is finished. */
  async #settle(): Promise<void> {
    await renewSignIns(this.parts.pool);
    const processes = Array.from({ length: PROCESSES }, () => this.#start());
    const deadline = performance.now() + SETTLE_TIMEOUT_MS;
    while (performance.now() < deadline && (await this.#countUnfinished()) > 0) {
      if (processes.some((process) => process.hasEnded()))
        throw new Error(`a process ended unexpectedly; see ${this.parts.surroundings.dataDir}.`);
      await delay(100);
    }
    await Promise.all(processes.map((process) => process.kill()));
  }

  /** Counts the open withdrawals; 0 once a naive reading has led to a second transfer. */
  async #countUnfinished(): Promise<number> {
    const { plan, pool, service } = this.parts;
    if (!plan.isReadNaively) return countOpen(pool);
    // Asked of the service: on a busy machine a post can end before its effect.
    const { rows } = await pool.query<{ refId: string }>(
      `select r.ref_id as "refId" from send_attempts a join withdrawal_requests r on r.id = a.request_id
       group by r.ref_id having count(*) > 1`,
    );
    for (const { refId } of rows) if ((await service.transfersByRef(refId)).count > 1) return 0;
    return countOpen(pool);
  }

  #start(kill?: Kill): Killable {
    const { approvers } = this.parts.cast;
    const crashAt =
      kill === undefined || kill.at === 'any time'
        ? undefined
        : { point: kill.at, passes: this.#random.whole(0, MAX_PASSES[kill.at] ?? 2) };
    const options = { approvers, sender: kill?.sender ?? 'worker', ...(crashAt && { crashAt }) };
    return startProcess(options, this.parts.surroundings);
  }

  async #addWithdrawals(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      this.#added += 1;
      await addWithdrawal(this.parts.pool, this.parts.cast, this.#added, {
        isApproved: this.parts.plan.program === 'naive',
      });
    }
  }

  #shuffle<Item>(items: Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.#random.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}

async function countTransfers({
  plan,
  kills,
  pool,
  service,
}: {
  plan: CrashPlan;
  kills: CrashReport['kills'];
  pool: Pool;
  service: Service;
}): Promise<CrashReport> {
  const report: CrashReport = {
    name: describePlan(plan),
    withdrawals: 0,
    kills,
    transfers: 0,
    duplicates: [],
    lost: [],
  };
  for (const { refId, state, transferId } of await readOutcomes(pool)) {
    const { count, items } = await service.transfersByRef(refId);
    report.withdrawals += 1;
    report.transfers += count;
    if (count > 1) report.duplicates.push(refId);
    const isKnown = state === 'ACCEPTED' && items.some(({ id }) => id === transferId);
    if (count === 0 || !isKnown) report.lost.push(`${refId} (${state ?? 'not approved'}, ${count} transfers)`);
  }
  return report;
}

/** Creates a database on a server, as a copy of another where one is named, and returns its address. */
export async function createDatabase(postgresUrl: string, name: string, template = 'template1'): Promise<string> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${template}`);
  } finally {
    await client.end();
  }
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}
