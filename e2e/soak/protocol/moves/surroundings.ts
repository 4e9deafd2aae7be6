/** What happens around the workers: time, the mirror, another system with the credential, and a restore. */
import type { Move } from '@/e2e/soak/protocol/moves/move';
import type { Rules } from '@/e2e/soak/protocol/rules';
import {
  applyStep,
  FRESH_ROW,
  QUIET_TICKS,
  type Row,
  type Send,
  withSend,
  type World,
} from '@/e2e/soak/protocol/world';

/** A tick of the clock. It waits for requests that must take effect before: the bound of the world. */
export function* moveClock(world: World): Generator<Move> {
  const isOverdue =
    world.sends.some(({ late }) => late.includes(0)) ||
    world.senders.some((sender) => sender?.stage === 'waiting' && sender.ticks === 0);
  if (isOverdue) return;
  const next: World = {
    ...world,
    sends: world.sends.map((send) => ({
      ...send,
      row: send.row && tickRow(send.row),
      late: send.late.map((ticks) => ticks - 1),
      truth: { ...send.truth, sinceTicks: Math.min(QUIET_TICKS, send.truth.sinceTicks + 1) },
    })),
    senders: world.senders.map((sender) =>
      sender?.stage === 'waiting' ? { ...sender, ticks: sender.ticks - 1 } : sender,
    ),
  };
  yield { by: 'time', does: 'passes', world: next };
}

const tickRow = (row: Row): Row => ({
  ...row,
  lease: row.lease === null ? null : Math.max(0, row.lease - 1),
  walk: row.walk === null ? null : Math.max(0, row.walk - 1),
});

const current = ({ own, hasForeign }: Send) => ({ own: own > 0, foreign: hasForeign });

/** The mirror reads what the service has under a reference; after a restore it reads everything. */
export function* moveMirror(world: World): Generator<Move> {
  if (world.needsCheck) {
    const sends = world.sends.map((send) => ({ ...send, mirror: current(send) }));
    yield { by: 'the mirror', does: 'has read all transfers', world: { ...world, sends, needsCheck: false } };
  }
  for (const [at, send] of world.sends.entries()) {
    const mirror = current(send);
    if (mirror.own === send.mirror.own && mirror.foreign === send.mirror.foreign) continue;
    yield { by: 'the mirror', does: `reads the transfers of send ${at + 1}`, world: withSend(world, at, { mirror }) };
  }
}

/** Another system with the credential makes a withdrawal under a reference of this desk. */
export function* moveOthers(world: World): Generator<Move> {
  if (world.budget.foreign === 0) return;
  const budget = { ...world.budget, foreign: world.budget.foreign - 1 };
  for (const [at, { hasForeign }] of world.sends.entries())
    if (!hasForeign)
      yield {
        by: 'another system',
        does: `uses the reference of send ${at + 1}`,
        world: { ...withSend(world, at, { hasForeign: true }), budget },
      };
}

/**
 * The database goes back to a backup, in which each send is as it is now, was just approved, or did not exist; then
 * `npm run after-restore` (lib/server/sends/after-restore.ts). Consoles are stopped for it; requests on their way go
 * on.
 */
export function* moveRestore(world: World, rules: Rules): Generator<Move> {
  if (world.budget.restores === 0) return;
  const late = world.sends.map((send, at) => {
    const waiting = world.senders.flatMap((sender) =>
      sender?.send === at && sender.stage === 'waiting' ? [sender.ticks] : [],
    );
    return [...send.late, ...waiting].toSorted((one, other) => one - other);
  });
  const stopped: World = {
    ...world,
    senders: world.senders.map(() => null),
    walkers: world.walkers.map(() => null),
    proposal: null,
    isStopped: true,
    needsCheck: true,
    sends: world.sends.map((send, at) => ({ ...send, late: late[at] ?? [], mirror: { own: false, foreign: false } })),
    budget: { ...world.budget, restores: world.budget.restores - 1 },
  };
  for (const backup of ['as now', 'just approved', 'not approved'] as const)
    yield {
      by: 'an operator',
      does: `restores a backup: sends ${backup}`,
      world: { ...stopped, sends: stopped.sends.map((send) => restore(send, backup, rules)) },
    };
}

function restore(send: Send, backup: 'as now' | 'just approved' | 'not approved', rules: Rules): Send {
  const row = send.row === null || backup === 'not approved' ? null : backup === 'just approved' ? FRESH_ROW : send.row;
  // A follow-up since the backup is forgotten.
  const lost = { isFollowed: false, isBeforeRestore: true };
  // A request without a send is over: approving it again could pay again.
  if (row === null) {
    const request = rules.expiresAfterRestore ? 'ENDED' : 'AWAITING';
    return { ...send, ...lost, row, request, votes: backup === 'not approved' ? 0 : send.votes };
  }
  const step = rules.restoreStep(row);
  return { ...send, ...lost, row: step ? applyStep(row, step, rules) : row };
}
