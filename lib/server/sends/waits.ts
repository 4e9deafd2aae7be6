import 'server-only';
import type { SQL } from 'drizzle-orm';
import { settings } from '@/lib/server/config/settings';
import { fromNow } from '@/lib/server/workers/backoff';

/**
 * Returns SQL for the time after the quiet period, when the service has carried out whatever left last and a walk may
 * prove absence: docs/specification/send-protocol.md#reconcile.
 */
export function quietFromNow(): SQL<Date> {
  return fromNow(settings().RECONCILE_QUIET_MS);
}
