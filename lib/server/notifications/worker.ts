import 'server-only';
import { deliverNotices } from '@/lib/server/notifications/deliver';
import { forgetNotices, planNotices } from '@/lib/server/notifications/plan';
import { planTransfersUnderWay } from '@/lib/server/notifications/plan-transfers';
import { planReminders } from '@/lib/server/notifications/plan-reminders';
import { deliverToTargets } from '@/lib/server/notifications/targets/deliver';
import { sendsMail } from '@/lib/server/notifications/smtp';
import { SLOW_INTERVAL_MS, startLoop, wake } from '@/lib/server/workers/loop';

const MINUTE_MS = 60_000;

/**
 * Starts to plan and deliver notices, once per process. Without SMTP_URL nobody is mailed, and the audit log is
 * followed all the same: what happens before mail is set up is no news afterwards.
 */
export function startNotifying(): void {
  startLoop('notice-plan', planAndDeliver, { everyMs: SLOW_INTERVAL_MS, followsAudit: true });
  startLoop('notice-reminders', planReminders, { everyMs: MINUTE_MS });
  startLoop('notice-transfers', planTransfersUnderWay, { everyMs: MINUTE_MS });
  startLoop('notice-sweep', forgetNotices, { everyMs: 60 * MINUTE_MS });
  startLoop('notice-targets', deliverToTargets, { everyMs: SLOW_INTERVAL_MS });
  if (sendsMail()) startLoop('notice-mail', deliverNotices, { everyMs: SLOW_INTERVAL_MS });
}

async function planAndDeliver(): Promise<number> {
  const planned = await planNotices();
  if (planned > 0) for (const delivery of ['notice-targets', 'notice-mail'] as const) wake(delivery);
  return planned;
}
