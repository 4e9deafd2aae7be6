/** The traces that are replayed with the real product, and what runs them. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { createDatabase } from '@/e2e/soak/crash/harness';
import { describeTrace } from '@/e2e/soak/protocol/describe';
import { INVARIANTS } from '@/e2e/soak/protocol/invariants';
import type { Move } from '@/e2e/soak/protocol/moves/move';
import { MUTANTS } from '@/e2e/soak/protocol/mutants';
import { Product } from '@/e2e/soak/protocol/replay/product';
import { replay, RULES, type Trace } from '@/e2e/soak/protocol/replay/replay';
import { search } from '@/e2e/soak/protocol/search';
import type { Setting, World } from '@/e2e/soak/protocol/world';
import { startForTest } from '@/sandbox/testing/start-for-test';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { startPostgres } from '@/scripts/stack/postgres/postgres';
import { openPool } from '@/scripts/stack/postgres/test-pool';
import { bundleProgram } from '@/scripts/stack/bundle-program';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';

const MOST_STATES = 120_000;

const REPLAYED_MUTANTS = [
  'a lost claim is queued again',
  'claims have no fence',
  'a post does not ask for its lease',
  'two walks at a time count as two',
  'a lost answer is tried again',
  'walks before an attempt count after it',
  'a post does not ask the stop switch',
  'two people send again without a proof',
  'a restore leaves the sends as they were',
  'a restore lets requests be approved again',
];

const world = (events: Setting['events'], bounds: Setting['bounds'] = {}): Setting => ({
  replay: 'repeats',
  resendPolicy: 'reconcile-first',
  events,
  bounds,
});
const isPaid = ({ sends: [send] }: World) => send?.row?.state === 'ACCEPTED' && send.own === 1;

/** Honest paths: the deepest state in which such a move can happen, with that move. */
const PATHS: readonly { name: string; setting: Setting; isWanted: (move: Move) => boolean }[] = [
  {
    name: 'a sender dies after its claim; paid at the second post',
    setting: world([], { posts: 2, walkers: 1 }),
    isWanted: ({ world: after }) => isPaid(after) && after.budget.kills === 0 && after.budget.posts === 0,
  },
  {
    name: 'a sender dies while it records',
    setting: world([], { posts: 2, walkers: 1 }),
    isWanted: ({ by, does, world: { sends } }) =>
      by.startsWith('sender') && does === 'is killed' && sends[0]?.own === 1 && sends[0].late.length === 0,
  },
  {
    name: 'a stalled sender records too late',
    setting: world([], { posts: 2, kills: 0, walkers: 1 }),
    isWanted: ({ does }) => does.startsWith('records send 1: accepted (its lease was lost'),
  },
  {
    name: 'a walker dies beside a second one',
    setting: world([], { posts: 1 }),
    isWanted: ({ world: after }) => isPaid(after) && after.budget.walkerKills === 0,
  },
  {
    name: 'people stop, resume, and send again',
    setting: world(['people'], { posts: 2, kills: 0, walkers: 1 }),
    isWanted: ({ does }) => does.startsWith('confirms: send-again'),
  },
  {
    name: 'a restore, then paid',
    setting: world(['restore', 'people'], { posts: 2, kills: 0, walkers: 1 }),
    isWanted: ({ world: after }) => isPaid(after) && after.budget.restores === 0 && after.budget.posts === 0,
  },
  {
    name: 'declined for want of data, queued again',
    setting: world(['people', 'missing-data'], { posts: 2, kills: 0, walkers: 1 }),
    isWanted: ({ does, world: { sends } }) =>
      does.startsWith('confirms: send-again') && sends[0]?.row?.isForMissingData === true,
  },
];

/** Searches for the traces. Throws where one is not found. */
function findTraces(only: string): Trace[] {
  const mutants = REPLAYED_MUTANTS.filter((name) => name.includes(only)).map((name): Trace => {
    const mutant = MUTANTS.find((each) => each.name === name);
    const rules = { ...RULES, ...mutant?.rules, areFencesTold: true };
    const found = mutant && search(rules, mutant.setting, MOST_STATES).violation;
    if (!found) throw new Error(`no trace of “${name}” was found`);
    return { name, kind: 'mutant', setting: mutant.setting, steps: found.trace };
  });
  const paths = PATHS.filter(({ name }) => name.includes(only)).map(({ name, setting, isWanted }): Trace => {
    const { way, violation } = search(RULES, setting, MOST_STATES, isWanted);
    // A search that tells fences apart allows no more than some claims, and then finds no end.
    if (!way || (violation && violation.invariant !== INVARIANTS.end)) throw new Error(`no path “${name}” was found`);
    return { name, kind: 'path', setting, steps: way };
  });
  return [...mutants, ...paths];
}

/**
 * Replays every trace, each with a database and processes of its own, and prints what came of it. Returns how many
 * differ from the search. `only`: the traces whose name has this text.
 */
export async function runReplays(only = ''): Promise<number> {
  const traces = findTraces(only);
  const root = mkdtempSync(path.join(tmpdir(), 'countersign-replay-'));
  // PostgreSQL may run as another account, which must be able to enter.
  chmodSync(root, 0o711);
  const logFile = path.join(root, 'postgres.log');
  const postgres = await startPostgres({ dataDir: path.join(root, 'postgres'), isDurable: false, logFile });
  const sandbox = await startForTest({ refId: 'none', clock: Date.now }, Date.now());
  let failures = 0;
  try {
    const program = await bundleProgram('e2e/soak/protocol/replay/member.ts', {
      'next/headers': path.resolve('scripts/testing/people/next-headers.ts'),
    });
    const base = await createDatabase(postgres.url, 'base');
    await prepareDatabase(base);
    const cast = await withPool(base, addCast);
    for (const [index, trace] of traces.entries()) {
      const databaseUrl = await createDatabase(postgres.url, `trace_${index}`, 'base');
      const parts = { databaseUrl, sandboxUrl: sandbox.url, program, dataDir: root };
      if (!(await runOne(trace, new Product(parts), cast))) failures += 1;
    }
  } finally {
    await sandbox.remove();
    await postgres.part.stop();
  }
  if (failures === 0) rmSync(root, { recursive: true, force: true });
  else console.log(`The output of the processes is in ${root}.`);
  return failures;
}

async function runOne(trace: Trace, product: Product, cast: Cast): Promise<boolean> {
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  try {
    const request = await withPool(product.parts.databaseUrl, (pool) =>
      addWithdrawal(pool, cast, 1, { isApproved: false, amount: '1.5' }),
    );
    const { happened, refused, end } = await replay(trace, product, request);
    const moves = `${happened} moves happened, ${refused} refused`;
    console.log(`✓ ${trace.kind} ${trace.name}: ${moves}; settles ${end} (${seconds()} s)`);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`× ${trace.kind} ${trace.name} (${seconds()} s)\n  ${reason}\n${describeTrace(trace.steps)}`);
    return false;
  } finally {
    await product.end();
  }
}

async function withPool<Value>(url: string, work: (pool: Pool) => Promise<Value>): Promise<Value> {
  const pool = openPool({ connectionString: url, max: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
