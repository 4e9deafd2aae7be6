import 'server-only';
import { countCounterBack } from '@/lib/server/observability/counters';
import { log } from '@/lib/server/observability/log';

/** Raises the alarm that a passkey may have been copied: its counter went back, and its signature was refused. */
export function reportCounterBack(personId: string): void {
  log.error({ personId }, 'a signature was refused: the counter of the passkey went back');
  countCounterBack();
}
