import 'server-only';
import { inArray } from 'drizzle-orm';
import type { PolicyRule } from '@/lib/policy/rules';
import type { Transaction } from '@/lib/server/database/client';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { singleton } from '@/lib/server/runtime/singleton';

// Many requests share a version of the policy, and a version never changes.
const rulesCache = () => singleton('policy.rules', () => new Map<number, PolicyRule[]>());

/** Reads the rules of the versions of the policy that requests were made under, as stored, by version. */
export async function readRulesOf(
  db: Pick<Transaction, 'select'>,
  requests: readonly { policyVersion: number }[],
): Promise<ReadonlyMap<number, PolicyRule[]>> {
  const cache = rulesCache();
  const missing = [...new Set(requests.map(({ policyVersion }) => policyVersion))].filter(
    (version) => !cache.has(version),
  );
  if (missing.length === 0) return cache;
  const { version, rules } = policyVersions;
  const rows = await db.select({ version, rules }).from(policyVersions).where(inArray(version, missing));
  for (const row of rows) cache.set(row.version, row.rules);
  return cache;
}
