import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAmounts, compareAmounts } from '@/lib/money/amounts';
import type { PolicyRule } from '@/lib/policy/rules';
import { CALENDAR_UNITS, LIMIT_SCOPES, type LimitScope, type TimeLimit, windowAt } from '@/lib/policy/time-limits';
import type { Person } from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { sessions } from '@/lib/server/database/schema/people';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { filledForm } from '@/scripts/stack/filled-form';
import { completeMirror } from '@/scripts/testing/mirror/complete-mirror';
import type { Order } from '@/scripts/testing/database/concurrent-requests.mts';
import { processEnvironment } from '@/scripts/testing/process-environment';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { bundleProgram } from '@/scripts/stack/bundle-program';
import { runs } from '@/scripts/testing/property-runs';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';

// `npm run soak -- sequences` tries 10,000 policies with their requests, `npm test` 6.
const ROUNDS = Number(process.env.SEQUENCES ?? runs(0.06));
const PROCESSES = 4;
const ROUND_MS = 5_000;

setUpTestConsole({ CONSOLE_WORKERS: 'off' });

const PROFILES = ['p-ops', 'p-all'];
const ASSETS = [
  { asset: 'ETH', network: 'ETHEREUM' },
  { asset: 'USDC', network: 'ETHEREUM' },
  { asset: 'USDC', network: 'BASE' },
];
const ADDRESSES = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'];
const STRICT = 2;

let people: Person[];
let processes: Requesters[];

interface Requesters {
  child: ChildProcessByStdio<Writable, Readable, null>;
  answers: AsyncIterator<string>;
}

beforeAll(async () => {
  people = [];
  for (const name of ['one', 'two']) people.push((await signInAs(name, ['finance'])).person);
  const args = await bundleProgram('scripts/testing/database/concurrent-requests.mts');
  processes = Array.from({ length: PROCESSES }, () => {
    const child = spawn(process.execPath, args, { env: processEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] });
    return { child, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
});
// The database goes only after the last of them.
afterAll(async () => {
  const ended = processes.map(({ child }) => once(child, 'exit'));
  for (const { child } of processes) child.stdin.end();
  await Promise.all(ended);
});

const scopes = fc.subarray<LimitScope>([...LIMIT_SCOPES]);
const window: fc.Arbitrary<TimeLimit['window']> = fc.oneof(
  fc.record({ kind: fc.constant('hours' as const), hours: fc.integer({ min: 1, max: 720 }) }),
  fc.record({
    kind: fc.constant('calendar' as const),
    unit: fc.constantFrom(...CALENDAR_UNITS),
    zone: fc.constantFrom('UTC', 'America/St_Johns', 'Pacific/Kiritimati'),
  }),
);
const amount = fc.constantFrom('0.5', '1', '2', '2.000001', '3');
const limit: fc.Arbitrary<TimeLimit['limit']> = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map((times) => ({ kind: 'count' as const, limit: times })),
  fc.record({ ETH: amount, USDC: amount }).map((limits) => ({ kind: 'sum' as const, limits })),
);
const then: fc.Arbitrary<PolicyRule['then']> = fc.constantFrom(
  { kind: 'approve', count: STRICT },
  { kind: 'refuse', reason: 'Too much' },
  { kind: 'wait' },
);
const policy = fc
  .array(fc.record({ overTime: fc.record({ window, by: scopes, limit }), then }), { minLength: 1, maxLength: 3 })
  .map((limits): PolicyRule[] => [
    ...limits.map(({ overTime, then: outcome }) => ({ name: 'Limit', when: { overTime }, then: outcome })),
    { name: 'All', when: {}, then: { kind: 'approve', count: 1 } },
  ]);
const request = fc.record({
  person: fc.nat(1),
  process: fc.nat(PROCESSES - 1),
  profileId: fc.constantFrom(...PROFILES),
  paid: fc.constantFrom(...ASSETS),
  destinationAddress: fc.constantFrom(...ADDRESSES),
  value: amount,
});
const round = fc.record({ rules: policy, requests: fc.array(request, { minLength: 2, maxLength: 7 }) });
type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes the requests of a round at once, and gives the versions in the order in which they were saved. */
async function play({ rules, requests }: Round) {
  await withoutTriggers((transaction) =>
    transaction
      .update(withdrawalRequests)
      .set({ state: 'CANCELLED' })
      .where(sql`state <> 'CANCELLED'`),
  );
  await completeMirror();
  // A session ends after 15 minutes without use, and ten thousand rounds take longer.
  await database().update(sessions).set({ seenAt: new Date() });
  await putPolicyInForce(rules);
  const orders = requests.map(({ person, process, paid, ...change }) => ({
    process,
    order: { person: people[person]!, formKey: randomUUID(), form: filledForm({ ...paid, ...change }) } satisfies Order,
  }));
  const outcomes = await Promise.all(
    processes.map(async ({ child, answers }, number) => {
      child.stdin.write(
        `${JSON.stringify(orders.filter(({ process }) => process === number).map(({ order }) => order))}\n`,
      );
      return JSON.parse(String((await answers.next()).value)) as string[];
    }),
  );
  const saved = await database()
    .select({ requesterId: withdrawalRequests.requesterId, version: requestVersions })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, requestVersions.requestId))
    .where(eq(withdrawalRequests.state, 'AWAITING_APPROVAL'))
    .orderBy(asc(requestVersions.position));
  return { saved, outcomes: outcomes.flat() };
}

type Saved = Awaited<ReturnType<typeof play>>['saved'][number];

function scopeOf({ by, limit: { kind } }: TimeLimit, { requesterId, version }: Saved): string {
  const { profileId, recipientKey, asset, network } = version;
  const values = { requester: requesterId, profile: profileId, recipient: recipientKey, asset, network };
  return JSON.stringify(
    LIMIT_SCOPES.filter((scope) => by.includes(scope) || (kind === 'sum' && scope === 'asset')).map(
      (scope) => values[scope],
    ),
  );
}

/** Tells by the plainest way whether a request takes its window over the limit, with all that was saved before it. */
function exceeds(overTime: TimeLimit, all: readonly Saved[], index: number): boolean {
  const own = all[index]!;
  const { from, until } = windowAt(overTime.window, own.version.countsAt)!;
  const counted = all.slice(0, index + 1).filter((other) => {
    const at = other.version.countsAt;
    const isWithin = until ? at >= from && at < until : at > from;
    return isWithin && scopeOf(overTime, other) === scopeOf(overTime, own);
  });
  if (overTime.limit.kind === 'count') return counted.length > overTime.limit.limit;
  const sum = counted.map(({ version }) => version.fixedAmount).reduce(addAmounts, '0');
  const { limits } = overTime.limit as Extract<TimeLimit['limit'], { kind: 'sum' }>;
  return compareAmounts(sum, limits[own.version.asset] ?? '0') > 0;
}

it(
  `${ROUNDS} policies with requests from ${PROCESSES} processes: no window passes a limit without what the rule wants`,
  { timeout: 60_000 + ROUNDS * ROUND_MS },
  async () => {
    let exceeded = 0;
    await fc.assert(
      fc.asyncProperty(round, async (played) => {
        const { saved, outcomes } = await play(played);
        expect(outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'refused-by-policy')).toEqual([]);
        expect(saved).toHaveLength(outcomes.filter((outcome) => outcome === 'ok').length);
        for (const [index, one] of saved.entries()) {
          // The first rule whose limit is exceeded decides, and one that refuses or makes it wait saves nothing so.
          const first = played.rules.find(({ when }) => when.overTime && exceeds(when.overTime, saved, index));
          if (!first) continue;
          expect(first.then.kind).toBe('approve');
          expect(one.version.requiredApprovals).toBe(STRICT);
          exceeded += 1;
        }
      }),
      { numRuns: ROUNDS },
    );
    // Limits that nothing ever met would prove nothing.
    expect(exceeded).toBeGreaterThan(0);
  },
);
