import 'server-only';
import { settings } from '@/lib/server/config/settings';
import { checkReplicas } from '@/lib/server/database/replicas/replicas';
import { startLoop } from '@/lib/server/workers/loop';

// With the second that a check may take, a replica that dies is left out within two.
const CHECK_INTERVAL_MS = 500;

/** Starts to check the replicas of the database, once per process. Does nothing where none are configured. */
export function startCheckingReplicas(): void {
  if (settings().DATABASE_READ_URL.length === 0) return;
  startLoop('replicas', () => checkReplicas().then(() => 0), { everyMs: CHECK_INTERVAL_MS });
}
