import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createDatabase } from '@/e2e/soak/crash/harness';
import { environmentOf, type Killable, startKillable } from '@/e2e/soak/crash/processes';
import { type MirroredService, type Order, startService } from '@/e2e/soak/mirror/service';
import type { SyncState } from '@/lib/mirror/sync';
import { prepareDatabase } from '@/scripts/stack/console-role';
import { openPool } from '@/scripts/stack/test-pool';

export interface MirrorPlan {
  order: Order;
  transfers: number;
  kills: number;
  seed: number;
  leaseMs: number;
  pageLimit: number;
  readsPerSecond: number;
}

const LOOK_EVERY_MS = 100;
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const NEW_PER_KILL = 7;

/** Fills a mirror with two processes that are killed on the way, while transfers are made, and gives what is wrong with it at the end. */
export async function runMirror(
  plan: MirrorPlan,
  postgresUrl: string,
  dataDir: string,
  say: (line: string) => void,
): Promise<string[]> {
  const databaseUrl = await createDatabase(postgresUrl, `mirror_${plan.order.replace('-', '_')}`);
  const consoleDatabaseUrl = await prepareDatabase(databaseUrl);
  const service = await startService(plan.order, plan.transfers, plan.seed, dataDir);
  const pool = openPool({ connectionString: databaseUrl, max: 2 });
  const run = new MirrorRun(plan, pool, service, {
    ...environmentOf({ consoleDatabaseUrl, serviceUrl: service.url, dataDir }),
    TRANSFER_SERVICE_PAGE_LIMIT: String(plan.pageLimit),
    TRANSFER_SERVICE_READS_PER_SECOND: String(plan.readsPerSecond),
    SYNC_INTERVAL_MS: '1000',
  });
  try {
    return await run.toTheEnd(dataDir, (line) => say(`${plan.order}: ${line}`));
  } finally {
    await run.stop();
    await pool.end();
    await service.part.stop();
  }
}

class MirrorRun {
  readonly #processes: Killable[] = [];
  #made = 0;

  constructor(
    readonly plan: MirrorPlan,
    readonly pool: Pool,
    readonly service: MirroredService,
    readonly env: Record<string, string>,
  ) {}

  async toTheEnd(dataDir: string, say: (line: string) => void): Promise<string[]> {
    const { plan } = this;
    const startedAt = performance.now();
    const start = async () => {
      const started = startKillable('e2e/soak/mirror/worker.ts', { leaseMs: plan.leaseMs }, this.env, dataDir);
      this.#processes.push(started);
      await started.isUp;
    };
    // The first has the lease, the other stands by.
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
      say(
        `killed at ${Math.round((100 * before) / pages)} %, taken over at page ${after.walk?.pages ?? 'the end'} after ${seconds(killedAt)}`,
      );
      await start();
      await this.#make(NEW_PER_KILL);
    }
    const { lastWalk } = await this.#until((state) => state.lastWalk !== undefined);
    say(`read ${lastWalk?.records.toLocaleString('en-GB')} records to the end in ${seconds(startedAt)}`);
    await this.#make(NEW_PER_KILL);
    const wanted = await this.service.count();
    const newAt = performance.now();
    while ((await this.#count()) < wanted && performance.now() - newAt < 60_000) await delay(LOOK_EVERY_MS);
    say(`${this.#made} new ones, the last of them there after ${seconds(newAt)}`);
    const faults = await this.#compare(wanted);
    // A walk that begins anew would lose what others had read before it.
    if (firstStart !== undefined && lastWalk?.startedAt !== firstStart)
      faults.push(`${plan.order}: the first walk was begun anew.`);
    say(
      `${wanted.toLocaleString('en-GB')} transfers compared, ${faults.length === 0 ? 'all the same' : 'and not the same'}`,
    );
    return faults;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.kill()));
  }

  async #compare(wanted: number): Promise<string[]> {
    const there = new Set(await this.service.readIds());
    const { rows } = await this.pool.query<{ ids: string[] }>(`select array_agg(id) as ids from mirror_transfers`);
    const mirrored = rows[0]?.ids ?? [];
    const { rows: totals } = await this.pool.query<{ transfers: string }>(
      `select sum(transfers) as transfers from mirror_totals`,
    );
    const missing = there.size - mirrored.filter((id) => there.has(id)).length;
    const extra = mirrored.filter((id) => !there.has(id)).length;
    return [
      ...(there.size === wanted ? [] : [`${this.plan.order}: the service lists ${there.size} of its ${wanted}.`]),
      ...(missing === 0 ? [] : [`${this.plan.order}: ${missing} are missing from the mirror.`]),
      ...(extra === 0 ? [] : [`${this.plan.order}: ${extra} in the mirror are not at the service.`]),
      ...(Number(totals[0]?.transfers) === mirrored.length
        ? []
        : [`${this.plan.order}: the totals count ${totals[0]?.transfers}.`]),
    ];
  }

  async #make(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      this.#made += 1;
      await this.service.create(`mirror-${this.plan.seed}-${this.#made}`);
    }
  }

  async #count(): Promise<number> {
    const { rows } = await this.pool.query<{ transfers: string | null }>(
      `select sum(transfers) as transfers from mirror_totals`,
    );
    return Number(rows[0]?.transfers ?? 0);
  }

  /** Waits until the state is so. Throws where a process ended by itself. */
  async #until(isSo: (state: SyncState) => boolean): Promise<SyncState> {
    for (;;) {
      const { rows } = await this.pool.query<{ state: SyncState }>(`select state from mirror_sync`);
      const state = rows[0]?.state ?? {};
      if (isSo(state)) return state;
      if (this.#processes.some((process) => process.hasEnded()))
        throw new Error('A process ended by itself; see processes.log.');
      await delay(LOOK_EVERY_MS);
    }
  }
}
