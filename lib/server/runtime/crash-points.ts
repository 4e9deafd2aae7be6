import 'server-only';
import { singleton } from '@/lib/server/runtime/singleton';

/** Points at which the crash test kills a process during a send (docs/specification/send-protocol.md#steps). */
export const CRASH_POINTS = ['CP1', 'CP2', 'CP3', 'CP4', 'CP5', 'CP6', 'CP7', 'CP8', 'CP9'] as const;
/** One of CRASH_POINTS. */
export type CrashPoint = (typeof CRASH_POINTS)[number];

const armed = () => singleton('sends.crash-points', () => new Map<CrashPoint, number>());

/**
 * Makes this process kill itself when it reaches a point for the first time, or after `passes` times. Only the crash
 * test calls this; no request, setting or command can.
 */
export function armCrashPoint(point: CrashPoint, passes = 0): void {
  armed().set(point, passes);
}

/** Marks a crash point: does nothing unless armed. If armed, it never returns: the process ends as by `kill -9`. */
export async function crashPoint(point: CrashPoint): Promise<void> {
  const passes = armed().get(point);
  if (passes === undefined) return;
  if (passes > 0) {
    armed().set(point, passes - 1);
    return;
  }
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment, and the caller must not continue until then.
  await new Promise(() => undefined);
}
