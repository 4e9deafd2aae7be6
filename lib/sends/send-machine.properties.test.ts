import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/scripts/testing/property-runs';
import {
  decideOutcome,
  decideReconciliation,
  mayTrustReference,
  type PostObservation,
  type ResendPolicy,
  type SendOutcome,
  type SendState,
} from '@/lib/sends/send-machine';
import { resendDenialReason } from '@/lib/sends/resend-proof';
import type { Transfer } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

// Simulates one send, two processes that may die between any two steps, and a service whose answers get lost or come
// late. fast-check draws what happens next, and prints the seed of a failing run. The decisions are the product's own.

const REQUESTED_AT = new Date(0);
const BODY: WithdrawalBody = {
  ref_id: 'r-1',
  profile_id: 'p',
  asset: 'BTC',
  crypto_network: 'BITCOIN',
  destination_address: 'a',
  amount: '1',
};
const TIMEOUT = 10;
const LEASE = 25;
const SLOWEST_EXECUTION = 60;
const MODES = ['conflict', 'replay', 'none'] as const;

interface World {
  mode: (typeof MODES)[number];
  quiet: number;
  policy: ResendPolicy;
  /** True when no process dies any more and the service answers without errors. */
  isCalm: boolean;
  /** How seldom the service carries out a request before it must; 1 is as often as any other step. */
  slowness: number;
  now: number;
  row: {
    state: SendState;
    fence: number;
    leaseUntil: number;
    isAmbiguous: boolean;
    posts: number;
    misses: number;
    reconcileAt: number;
    lastReason: string | null;
  };
  transfers: Transfer[];
  /** Requests that left and were not yet carried out. */
  pendingRequests: { by: number; deliver: (seen: PostObservation) => void }[];
  processes: Process[];
  /** Transfers that the mirror has; it follows the service late, or not at all. */
  mirrored: string[];
  /** Whether two people who send again are held to the same proof as the machine. */
  arePeopleHeld: boolean;
}

type Process =
  | { does: 'nothing' }
  | { does: 'claimed'; fence: number; wasAmbiguous: boolean; postBy: number }
  | { does: 'posted'; fence: number; wasAmbiguous: boolean; until: number; seen?: PostObservation }
  | { does: 'walked'; fence: number; misses: number; isComplete: boolean; transfers: Transfer[] };

function createWorld(mode: World['mode'], quiet: number, policy: ResendPolicy): World {
  const row = {
    state: 'QUEUED',
    fence: 0,
    leaseUntil: 0,
    isAmbiguous: false,
    posts: 0,
    misses: 0,
    reconcileAt: 0,
    lastReason: null,
  } as const;
  return {
    mode,
    quiet,
    policy,
    isCalm: false,
    slowness: 1,
    now: 0,
    row: { ...row },
    transfers: [],
    pendingRequests: [],
    processes: [{ does: 'nothing' }, { does: 'nothing' }],
    mirrored: [],
    arePeopleHeld: true,
  };
}

const problem = (status: number, existing?: Transfer): PostObservation => ({
  kind: 'problem',
  problem: { status, type: '', title: 'x', detail: '', meta: {}, isReadable: true },
  ...(existing && { existing }),
});

/** Carries out a request as the service would, and draws an answer. */
function execute(world: World, draw: number): PostObservation {
  const kind = world.isCalm ? 0 : Math.floor(draw / 7);
  if (kind % 8 === 1) return problem(429);
  if (kind % 8 === 2) return problem(500);
  const existing = world.transfers[0];
  if (existing && world.mode === 'conflict') return kind % 2 ? problem(409) : problem(409, existing);
  const id = `t-${world.transfers.length + 1}`;
  const { profile_id, asset, crypto_network, destination_address, amount, ref_id } = BODY;
  const fields = {
    id,
    ref_id,
    profile_id,
    asset,
    crypto_network,
    destination_address,
    amount: amount ?? '',
    direction: 'DEBIT',
    type: 'CRYPTO_WITHDRAWAL',
  };
  const transfer: Transfer =
    existing && world.mode === 'replay' ? existing : { ...fields, status: 'PENDING', flaws: [], raw: fields };
  if (transfer !== existing) world.transfers.push(transfer);
  if (kind % 8 === 3) return problem(504);
  if (kind % 8 === 4) return { kind: 'unreadable-body', status: 200 };
  return kind % 8 === 5 ? { kind: 'lost', cause: 'ECONNRESET' } : { kind: 'accepted-body', status: 200, transfer };
}

function record({ row, ...world }: World, { fence }: { fence: number }, outcome: SendOutcome): void {
  if (row.state !== 'SENDING' || row.fence !== fence) return;
  Object.assign(row, { state: outcome.state, isAmbiguous: outcome.isAmbiguous, misses: 0, lastReason: outcome.reason });
  row.posts += outcome.isPost ? 1 : 0;
  row.reconcileAt =
    world.now + (outcome.reason === 'reference-taken' || world.policy === 'trust-ref-id' ? 0 : world.quiet);
}

/** Lists the steps that a process could take now; each is equally likely. */
function stepsOf(world: World, index: number): ((draw: number) => void)[] {
  const { row, now } = world;
  const rules = { maxAttempts: 3, resendPolicy: world.policy };
  const process = world.processes[index]!;
  const become = (next: Process) => (world.processes[index] = next);
  switch (process.does) {
    case 'nothing':
      return [
        ...(row.state === 'QUEUED'
          ? [
              () => {
                if (world.mirrored.length > 0) {
                  Object.assign(row, { state: 'UNKNOWN', isAmbiguous: true, misses: 0, reconcileAt: now });
                  return;
                }
                Object.assign(row, { state: 'SENDING', fence: row.fence + 1, leaseUntil: now + LEASE });
                become({
                  does: 'claimed',
                  fence: row.fence,
                  wasAmbiguous: row.isAmbiguous,
                  postBy: now + LEASE - TIMEOUT,
                });
              },
            ]
          : []),
        ...(row.state === 'SENDING' && row.leaseUntil < now
          ? [
              () => {
                Object.assign(row, {
                  state: 'UNKNOWN',
                  fence: row.fence + 1,
                  isAmbiguous: true,
                  misses: 0,
                  lastReason: 'lease-lost',
                });
                row.posts += 1;
                row.reconcileAt = now + world.quiet;
              },
            ]
          : []),
        ...(row.state === 'UNKNOWN' && row.reconcileAt <= now
          ? [
              (draw: number) => {
                const isMirrored = world.mirrored.length > 0;
                if (mayTrustReference({ ...row, isMirrored }, rules)) row.state = 'QUEUED';
                else
                  become({
                    does: 'walked',
                    fence: row.fence,
                    misses: row.misses,
                    isComplete: world.isCalm || draw % 4 > 0,
                    transfers: [...world.transfers],
                  });
              },
            ]
          : []),
      ];
    case 'claimed':
      return [
        () => {
          const { fence, wasAmbiguous } = process;
          if (now > process.postBy) {
            record(
              world,
              process,
              decideOutcome({ kind: 'not-sent', cause: 'too late' }, BODY, { wasAmbiguous, requestedAt: REQUESTED_AT }),
            );
            become({ does: 'nothing' });
            return;
          }
          const posted: Process = { does: 'posted', fence, wasAmbiguous, until: now + TIMEOUT };
          // The request stays pending even if its process dies before the answer.
          world.pendingRequests.push({ by: now + SLOWEST_EXECUTION, deliver: (seen) => (posted.seen ??= seen) });
          become(posted);
        },
      ];
    case 'posted':
      if (process.seen === undefined && now < process.until) return [];
      return [
        () => {
          record(
            world,
            process,
            decideOutcome(process.seen ?? { kind: 'lost', cause: 'timeout' }, BODY, {
              wasAmbiguous: process.wasAmbiguous,
              requestedAt: REQUESTED_AT,
            }),
          );
          become({ does: 'nothing' });
        },
      ];
    case 'walked':
      return [
        () => {
          become({ does: 'nothing' });
          if (
            row.state !== 'UNKNOWN' ||
            row.fence !== process.fence ||
            row.misses !== process.misses ||
            row.reconcileAt > now
          )
            return;
          const sighting = { transfers: process.transfers, hasUnreadable: false };
          const decided = decideReconciliation(
            { isComplete: process.isComplete, sighting },
            { ...row, body: BODY, requestedAt: REQUESTED_AT, mirroredId: world.mirrored[0] },
            rules,
          );
          if (decided.kind === 'adopt') row.state = 'ACCEPTED';
          else if (decided.kind === 'hold') Object.assign(row, { state: 'HOLD', misses: decided.misses });
          else if (decided.kind === 'send-again') Object.assign(row, { state: 'QUEUED', misses: 0 });
          else
            Object.assign(row, { misses: decided.misses, reconcileAt: now + (process.isComplete ? world.quiet : 1) });
        },
      ];
  }
}

/** Two people press "Send again", whenever they like; the console lets them where nothing speaks against it. */
function sendAgain({ row, mirrored, quiet, arePeopleHeld }: World): void {
  const { state, misses } = row;
  if (state !== 'UNKNOWN' && state !== 'HOLD') return;
  const nextWalkAt = state === 'UNKNOWN' ? new Date(row.reconcileAt) : null;
  const reason = resendDenialReason({ state, misses, mirroredId: mirrored[0], nextWalkAt, quietMs: quiet });
  if (!arePeopleHeld || reason === undefined) Object.assign(row, { state: 'QUEUED', misses: 0 });
}

/** Makes one thing happen: the service carries out a request, a process continues or dies, or time passes. */
function step(world: World, draw: number): void {
  const overdue = world.pendingRequests.findIndex(({ by }) => by <= world.now);
  const steps = [
    ...world.processes.flatMap((_, index) => stepsOf(world, index)),
    ...(draw % world.slowness > 0 ? [] : world.pendingRequests).map(
      (_, index) => () => world.pendingRequests.splice(index, 1)[0]?.deliver(execute(world, draw)),
    ),
    () => (world.now += 1 + (draw % 6)),
    () => (world.mirrored = world.transfers.map(({ id }) => id)),
    ...(world.isCalm ? [] : [() => sendAgain(world)]),
    ...(world.isCalm ? [] : world.processes.map((_, index) => () => (world.processes[index] = { does: 'nothing' }))),
  ];
  // No client is safe from a service that executes later than the quiet period, so here it executes in time.
  if (overdue >= 0) world.pendingRequests.splice(overdue, 1)[0]?.deliver(execute(world, draw));
  else steps[draw % steps.length]?.(draw);
}

function run(world: World, seed: number): World {
  // Pseudo-random numbers from the seed (mulberry32).
  let state = seed;
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  world.slowness = 1 + (draw() % 8);
  for (let index = 0; index < 200; index += 1) step(world, draw());
  world.isCalm = true;
  for (let index = 0; index < 5_000 && ['QUEUED', 'SENDING', 'UNKNOWN'].includes(world.row.state); index += 1)
    step(world, draw());
  return world;
}

const seeds = fc.integer();
const RUNS = { numRuns: runs(2) };

describe('a send, whatever happens to its processes', () => {
  it.each(MODES.map((mode) => [mode]))(
    'is made once and never lost, by a service that answers a repeat with %s',
    (mode) => {
      fc.assert(
        fc.property(seeds, fc.constantFrom<ResendPolicy>('reconcile-first', 'manual'), (seed, policy) => {
          const { row, transfers } = run(createWorld(mode, SLOWEST_EXECUTION + 1, policy), seed);
          expect(transfers.length).toBeLessThanOrEqual(1);
          expect(['ACCEPTED', 'HOLD']).toContain(row.state);
          if (row.state === 'ACCEPTED') expect(transfers).toHaveLength(1);
          else
            expect({ transfers, mayEndHere: row.posts >= 3 || policy === 'manual' }).toEqual({
              transfers: [],
              mayEndHere: true,
            });
        }),
        RUNS,
      );
    },
  );

  it.each([['conflict'], ['replay']] as const)(
    'may trust the reference where the service answers a repeat with %s',
    (mode) => {
      fc.assert(
        fc.property(seeds, (seed) => {
          const { row, transfers } = run(createWorld(mode, SLOWEST_EXECUTION + 1, 'trust-ref-id'), seed);
          expect(transfers.length).toBeLessThanOrEqual(1);
          if (row.state === 'ACCEPTED') expect(transfers).toHaveLength(1);
        }),
        RUNS,
      );
    },
  );

  it('is made twice by two people who send again without proof', () => {
    const found = fc.check(
      fc.property(seeds, (seed) => {
        const world = createWorld('none', SLOWEST_EXECUTION + 1, 'reconcile-first');
        world.arePeopleHeld = false;
        return run(world, seed).transfers.length <= 1;
      }),
      { numRuns: 2_000 },
    );
    expect(found.failed).toBe(true);
  });

  // Shows that the simulation finds a double payment where there can be one.
  it.each([
    ['a quiet period shorter than the service is slow', 0, 'reconcile-first'],
    ['trust in a reference that the service does not protect', SLOWEST_EXECUTION + 1, 'trust-ref-id'],
  ] as const)('is made twice by %s', (_what, quiet, policy) => {
    const found = fc.check(
      fc.property(seeds, (seed) => run(createWorld('none', quiet, policy), seed).transfers.length <= 1),
      { numRuns: 2_000 },
    );
    expect(found.failed).toBe(true);
  });
});
