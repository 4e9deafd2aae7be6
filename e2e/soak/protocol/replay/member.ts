// A process of the console that does one thing at a time, on command, with the real code: it waits at crash points, or
// dies there. Exits when its parent ends.
import { stateIdentity } from '@/scripts/testing/people/stated-identity';
import { caller } from '@/scripts/testing/people/caller';
import { walkMirror } from '@/scripts/testing/mirror/mirror';
import type { Role } from '@/lib/identity/roles';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { declineProposal } from '@/lib/server/proposals/decide';
import { openSession } from '@/lib/server/sign-in/open-session';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { armCrashPoint, type CrashPoint } from '@/lib/server/runtime/crash-points';
import { adoptMirrored } from '@/lib/server/sends/adopt';
import { reapSends } from '@/lib/server/sends/claim/claim';
import { holdSend } from '@/lib/server/sends/hold';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { sendNext } from '@/lib/server/sends/worker';
import { stopSending } from '@/lib/server/stop-switch/stop-switch';

/** A request to a member: a step of a worker, or a call of a person. */
export type Command =
  | { do: 'send' | 'walk'; pauseAt: readonly CrashPoint[] }
  | { do: 'reap' | 'adopt' | 'read everything' }
  | { do: 'approve'; by: string; requestId: string; bodySha256: string }
  | { do: 'hold'; requestId: string }
  | { do: 'stop' }
  | { do: 'propose'; kind: 'resume-sending' | 'resolve-send'; subject: string; payload: object }
  | { do: 'confirm' | 'reject'; proposalId: string };

/** What a member is sent: a command, or what it does at the crash point at which it waits. */
export type ToMember = Command | { do: 'go on'; dieAt?: CrashPoint };

/** What a member says. */
export type FromMember =
  | { kind: 'ready' }
  | { kind: 'waits'; at: CrashPoint }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; error: string };

let release: (() => void) | undefined;

function say(message: FromMember): void {
  process.send?.(message);
}

// A claim passes CP2 once inside its transaction, and once after the commit.
const PASSES: Partial<Record<CrashPoint, number>> = { CP2: 1 };

function pauseAt(point: CrashPoint): void {
  armCrashPoint(point, PASSES[point] ?? 0, async () => {
    const released = new Promise<void>((resolve) => (release = resolve));
    say({ kind: 'waits', at: point });
    await released;
  });
}

async function signIn(subject: string, role: Role): Promise<void> {
  caller.sessionId = await openSession(stateIdentity({ subject, roles: [role] }), null);
}

async function run(command: Command): Promise<unknown> {
  switch (command.do) {
    case 'send':
      command.pauseAt.forEach(pauseAt);
      return sendNext();
    case 'walk':
      command.pauseAt.forEach(pauseAt);
      return reconcileSends();
    case 'reap':
      return reapSends();
    case 'adopt':
      return adoptMirrored();
    case 'read everything':
      return walkMirror();
    case 'approve': {
      const { by, requestId, bodySha256 } = command;
      await signIn(by, 'approver');
      return decideOnRequest({ requestId, version: 1, bodySha256, verdict: 'APPROVED', comment: '' });
    }
    case 'hold':
      await signIn('approver-one', 'approver');
      return holdSend({ requestId: command.requestId, reason: 'Replayed' });
    case 'stop':
      await signIn('approver-one', 'approver');
      return stopSending({ reason: 'Replayed' });
    case 'propose': {
      const { kind, subject, payload } = command;
      await signIn('admin', 'admin');
      return propose({ kind, subject, payload, comment: 'Replayed' });
    }
    case 'confirm':
    case 'reject': {
      const { proposalId } = command;
      await signIn('admin-two', 'admin');
      const given = { proposalId, comment: 'Replayed' };
      return command.do === 'confirm' ? confirmProposal(given) : declineProposal(given);
    }
  }
}

process.on('disconnect', () => process.exit());
process.on('message', (message: ToMember) => {
  if (message.do === 'go on') {
    if (message.dieAt) armCrashPoint(message.dieAt);
    release?.();
    return;
  }
  run(message).then(
    (value) => say({ kind: 'done', value }),
    (error: unknown) => say({ kind: 'failed', error: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});
say({ kind: 'ready' });
