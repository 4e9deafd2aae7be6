import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createDatabase } from '@/e2e/soak/crash/harness';
import { environmentOf, type Killable, startKillable } from '@/e2e/soak/crash/processes';
import type { Order } from '@/e2e/soak/crash/service';
import { type MirroredService, startService } from '@/e2e/soak/mirror/service';
import type { SyncState } from '@/lib/mirror/sync';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { bundleProgram } from '@/scripts/stack/bundle-program';
import { openPool } from '@/scripts/stack/postgres/test-pool';

export interface MirrorPlan {
  order: Order;
  transfers: number;
  kills: number;
  seed: number;
  leaseMs: number;
  pageLimit: number;
  readsPerSecond: number;
}

const POLL_MS = 100;
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const NEW_PER_KILL = 7;

/**
 * Fills a mirror with two processes that are killed meanwhile, while transfers are created, and returns a sentence for
 * each failure of the mirror.
 */
export async function runMirror({
  plan,
  postgresUrl,
  dataDir,
  print,
}: {
  plan: MirrorPlan;
  postgresUrl: string;
  dataDir: string;
  print: (line: string) => void;
}): Promise<string[]> {
  const databaseUrl = await createDatabase(postgresUrl, `mirror_${plan.order.replace('-', '_')}`);
  const consoleDatabaseUrl = await prepareDatabase(databaseUrl);
  const program = await bundleProgram('e2e/soak/mirror/worker.ts');
  const service = await startService(plan, dataDir);
  const pool = openPool({ connectionString: databaseUrl, max: 2 });
  const env = {
    ...environmentOf({ consoleDatabaseUrl, serviceUrl: service.url }),
    TRANSFER_SERVICE_PAGE_LIMIT: String(plan.pageLimit),
    TRANSFER_SERVICE_READS_PER_SECOND: String(plan.readsPerSecond),
    SYNC_INTERVAL_MS: '1000',
    // The run creates withdrawals as another client of the service would.
    FOREIGN_WITHDRAWALS: 'alarm',
  };
  const run = new MirrorRun({ plan, pool, service, env, program });
  try {
    return await run.run(dataDir, (line) => print(`${plan.order}: ${line}`));
  } finally {
    await run.stop();
    await pool.end();
    await service.part.stop();
  }
}

class MirrorRun {
  readonly #processes: Killable[] = [];
  #created = 0;

  constructor(
    readonly parts: {
      plan: MirrorPlan;
      pool: Pool;
      service: MirroredService;
      env: Record<string, string>;
      program: readonly string[];
    },
  ) {}

  async run(dataDir: string, print: (line: string) => void): Promise<string[]> {
    const { plan, service, env, program } = this.parts;
    const startedAt = performance.now();
    const start = async () => {
      const started = startKillable({ program, options: { leaseMs: plan.leaseMs }, env, dataDir });
      this.#processes.push(started);
      await started.isUp;
    };
    // The first process has the lease, the other one waits.
    await start();
    await start();
    const pages = Math.ceil(plan.transfers / plan.pageLimit);
    let firstStart: string | undefined;
    for (let kill = 1; kill <= plan.kills; kill += 1) {
      const { walk } = await this.#until(
        ({ walk: on, lastWalk }) => lastWalk !== undefined || (on?.pages ?? 0) >= (pages * kill) / (plan.kills + 1),
      );
      firstStart ??= walk?.startedAt;
      const before = walk?.pages ?? pages;
      const killedAt = performance.now();
      await this.#processes.shift()?.kill();
      const after = await this.#until(
        ({ walk: on, lastWalk }) => lastWalk !== undefined || (on?.pages ?? 0) > before + 1,
      );
      print(
        `killed at ${Math.round((100 * before) / pages)} %, ` +
          `taken over at page ${after.walk?.pages ?? 'the end'} after ${seconds(killedAt)}`,
      );
      await start();
      await this.#createTransfers(NEW_PER_KILL);
    }
    const { lastWalk } = await this.#until((state) => state.lastWalk !== undefined);
    print(`read ${lastWalk?.records.toLocaleString('en-GB')} records in ${seconds(startedAt)}`);
    await this.#buildIndexes(start, print);
    await this.#createTransfers(NEW_PER_KILL);
    const expected = await service.count();
    const newAt = performance.now();
    while ((await this.#count()) < expected && performance.now() - newAt < 60_000) await delay(POLL_MS);
    print(`${this.#created} new transfers, the last one mirrored after ${seconds(newAt)}`);
    await this.stop();
    const failures = await this.#compare(expected);
    // A walk that starts again would lose the pages that were read before.
    if (firstStart !== undefined && lastWalk?.startedAt !== firstStart)
      failures.push(`${plan.order}: the first walk started again.`);
    const result = failures.length === 0 ? 'all equal' : 'not all equal';
    print(`${expected.toLocaleString('en-GB')} transfers compared, ${result}`);
    return failures;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.kill()));
  }

  async #compare(expected: number): Promise<string[]> {
    const { plan, pool, service } = this.parts;
    const naive = await service.countNaively();
    const atService = await service.readIds();
    let [mirrored, known] = [0, 0];
    for await (const id of this.#mirroredIds()) {
      mirrored += 1;
      if (atService.has(id)) known += 1;
    }
    const { rows: totals } = await pool.query<{ transfers: string }>(
      `select sum(transfers) as transfers from mirror_totals`,
    );
    const missing = atService.size - known;
    const extra = mirrored - known;
    return [
      ...(naive < expected ? [] : [`${plan.order}: no page without records hid a record, so none would be noticed.`]),
      ...(atService.size === expected
        ? []
        : [`${plan.order}: the service lists ${atService.size} of its ${expected}.`]),
      ...(missing === 0 ? [] : [`${plan.order}: ${missing} are missing from the mirror.`]),
      ...(extra === 0 ? [] : [`${plan.order}: ${extra} in the mirror are not at the service.`]),
      ...(Number(totals[0]?.transfers) === mirrored
        ? []
        : [`${plan.order}: the totals count ${totals[0]?.transfers}.`]),
    ];
  }

  /** Waits until the last index is built, and kills the process that builds them before that. */
  async #buildIndexes(start: () => Promise<void>, print: (line: string) => void): Promise<void> {
    const startedAt = performance.now();
    const missing = async () => {
      const { rows } = await this.parts.pool.query<{ missing: number }>('select mirror_missing_indexes() as missing');
      return rows[0]?.missing ?? 0;
    };
    const all = await missing();
    let left = all;
    while (left === all && left > 1) {
      await this.#rest();
      left = await missing();
    }
    if (left > 0) {
      await this.#processes.shift()?.kill();
      await start();
      print(`killed while ${left} of ${all} indexes were missing`);
    }
    while ((await missing()) > 0) await this.#rest();
    print(`built the indexes in ${seconds(startedAt)}`);
  }

  async *#mirroredIds(): AsyncGenerator<string> {
    for (let after = ''; ;) {
      const { rows } = await this.parts.pool.query<{ id: string }>(
        'select id from mirror_transfers where id > $1 order by id limit 100000',
        [after],
      );
      for (const { id } of rows) yield id;
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  async #createTransfers(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      this.#created += 1;
      await this.parts.service.create(`mirror-${this.parts.plan.seed}-${this.#created}`);
    }
  }

  async #count(): Promise<number> {
    const { rows } = await this.parts.pool.query<{ transfers: string | null }>(
      `select sum(transfers) as transfers from mirror_totals`,
    );
    return Number(rows[0]?.transfers ?? 0);
  }

  /** Waits until the sync state satisfies a condition. Throws an error if a process ends unexpectedly. */
  async #until(isReached: (state: SyncState) => boolean): Promise<SyncState> {
    for (;;) {
      const { rows } = await this.parts.pool.query<{ state: SyncState }>(`select state from mirror_sync`);
      const state = rows[0]?.state ?? {};
      if (isReached(state)) return state;
      await this.#rest();
    }
  }

  /** Waits for a moment. Throws an error if a process ended unexpectedly. */
  async #rest(): Promise<void> {
    if (this.#processes.some((process) => process.hasEnded()))
      throw new Error('a process ended unexpectedly; see processes.log');
    await delay(POLL_MS);
  }
}
