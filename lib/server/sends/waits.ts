import 'server-only';
import type { SQL } from 'drizzle-orm';
import { settings } from '@/lib/server/config/settings';
import { fromNow } from '@/lib/server/workers/backoff';

/** When a send in doubt may be looked for: what left last has then had its time to be carried out (send-protocol, step 6). */
export function quietFromNow(): SQL<Date> {
  return fromNow(settings().RECONCILE_QUIET_MS);
}
