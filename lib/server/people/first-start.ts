import 'server-only';
import { eq } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { recipients } from '@/lib/server/database/schema/recipients';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';

/** What a new desk sets up, by name, in the order of doing it: true where it is done. */
export interface FirstStart {
  keyList: boolean;
  policy: boolean;
  recipients: boolean;
  mail: boolean;
  metricsToken: boolean;
  proxyHops: boolean;
  travelRule: boolean;
}

/** Reads what a new desk has set up, for a person who may change the policy. */
export async function readFirstStart(): Promise<Result<FirstStart, Denial>> {
  const person = await authorize('changePolicy');
  if (!person.ok) return person;
  const { SMTP_URL, METRICS_TOKEN, CONSOLE_PROXY_HOPS, TRAVEL_RULE_FROM_USD } = settings();
  const [keyList, proposed, saved] = await Promise.all([
    readKeyList(),
    database().$count(policyVersions),
    database().select({ id: recipients.id }).from(recipients).where(eq(recipients.state, 'ACTIVE')).limit(1),
  ]);
  return ok({
    keyList: keyList !== undefined,
    // The first version is the default of the console.
    policy: proposed > 1,
    recipients: saved.length > 0,
    mail: SMTP_URL !== undefined,
    metricsToken: METRICS_TOKEN !== undefined,
    proxyHops: CONSOLE_PROXY_HOPS > 0,
    travelRule: TRAVEL_RULE_FROM_USD !== undefined,
  });
}
