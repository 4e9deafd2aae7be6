import { desc } from 'drizzle-orm';
import type { PolicyRule } from '@/lib/policy/rules';
import { database } from '@/lib/server/database/client';
import { policyVersions } from '@/lib/server/database/schema/proposals';

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
