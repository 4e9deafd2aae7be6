import 'server-only';
import { singleton } from '@/lib/server/runtime/singleton';

/** Points at which the crash test kills a process during a send (docs/specification/send-protocol.md#steps). */
export const CRASH_POINTS = ['CP1', 'CP2', 'CP3', 'CP4', 'CP5', 'CP6', 'CP7', 'CP8', 'CP9', 'CP10'] as const;
/** One of CRASH_POINTS. */
export type CrashPoint = (typeof CRASH_POINTS)[number];

interface Armed {
  passes: number;
  reach: () => Promise<void>;
}
const armed = () => singleton('sends.crash-points', () => new Map<CrashPoint, Armed>());

/**
 * Makes this process kill itself when it reaches a point for the first time, or after `passes` times. `reach` replaces
 * the kill: the process waits there until it resolves. Only the crash test and the replay of the protocol call this; no
 * request, setting or command can.
 */
export function armCrashPoint(point: CrashPoint, passes = 0, reach = killThisProcess): void {
  armed().set(point, { passes, reach });
}

/** Marks a crash point: does nothing unless armed. If armed with a kill, it never returns. */
export async function crashPoint(point: CrashPoint): Promise<void> {
  const found = armed().get(point);
  if (!found) return;
  if (found.passes > 0) {
    found.passes -= 1;
    return;
  }
  await found.reach();
}

/** Ends the process as `kill -9` does. */
async function killThisProcess(): Promise<void> {
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment, and the caller must not continue until then.
  await new Promise(() => undefined);
}
