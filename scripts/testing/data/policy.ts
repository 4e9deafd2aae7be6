import { desc, eq } from 'drizzle-orm';
import type { PolicyRule } from '@/lib/policy/rules';
import { database } from '@/lib/server/database/client';
import { policyVersions } from '@/lib/server/database/policy-versions';

const ONE_APPROVAL: PolicyRule[] = [{ name: 'One', when: {}, then: { kind: 'approve', count: 1 } }];

/** Puts a policy in force, as two administrators would, and gives its version; by default one approval is enough. */
export async function putPolicyInForce(rules: PolicyRule[] = ONE_APPROVAL): Promise<number> {
  const [newest] = await database()
    .select({ version: policyVersions.version })
    .from(policyVersions)
    .orderBy(desc(policyVersions.version))
    .limit(1);
  const version = (newest?.version ?? 0) + 1;
  await database().insert(policyVersions).values({ version, rules });
  return version;
}

/**
 * Puts the default policy without its sums of a day in force: without a copy of the transfers and prices, every sum
 * takes two approvals. Its rules are: 1 new recipients, 2 large amounts, 3 known assets with one approval, 4 all else.
 */
export async function putPolicyWithoutSums(): Promise<number> {
  const [found] = await database().select().from(policyVersions).where(eq(policyVersions.version, 1));
  if (!found) throw new Error('the default policy must be there');
  return putPolicyInForce(found.rules.filter(({ when }) => when.overTime === undefined));
}
