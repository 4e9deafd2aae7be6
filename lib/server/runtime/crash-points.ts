import 'server-only';
import { singleton } from '@/lib/server/runtime/singleton';

/** Points at which the crash test kills a process during a send (docs/specification/send-protocol.md#steps). */
export const CRASH_POINTS = ['CP1', 'CP2', 'CP3', 'CP4', 'CP5', 'CP6', 'CP7', 'CP8', 'CP9'] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

const armed = () => singleton('sends.crash-points', () => new Map<CrashPoint, number>());

/** Makes this process kill itself at a point, the first time or after so many passes. For the crash harness alone: nothing from outside reaches this. */
export function armCrashPoint(point: CrashPoint, passes = 0): void {
  armed().set(point, passes);
}

/** A named point, inert unless armed. Armed, it does not come back: the process is gone as by `kill -9`. */
export async function crashPoint(point: CrashPoint): Promise<void> {
  const passes = armed().get(point);
  if (passes === undefined) return;
  if (passes > 0) {
    armed().set(point, passes - 1);
    return;
  }
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment; nothing more may happen here until then.
  await new Promise(() => undefined);
}
