/**
 * The policy as it is signed: the canonical text of its rules. The root names the one that was in force at the set-up;
 * every later version takes the signatures of two administrators (docs/decisions/0037-changes-are-signed.md).
 */
import 'server-only';
import { and, asc, desc, eq, lte } from 'drizzle-orm';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import { readStatement } from '@/lib/proof/statement';
import type { Transaction } from '@/lib/server/database/client';
import { proofEntries } from '@/lib/server/database/schema/proofs';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { findUnsignedChange } from '@/lib/server/passkeys/signed-changes';

/** Hashes a stored version of the policy. */
export async function hashPolicy(transaction: Transaction, version: number): Promise<string> {
  const [found] = await transaction
    .select({ rules: policyVersions.rules })
    .from(policyVersions)
    .where(eq(policyVersions.version, version));
  if (!found) throw new Error(`the policy has no version ${version}`);
  return sha256Hex(writeCanonical(found.rules));
}

/** Hashes the newest version of the policy, for the root of a key list to name. */
export async function hashNewestPolicy(transaction: Transaction): Promise<string> {
  const [newest] = await transaction
    .select({ version: policyVersions.version })
    .from(policyVersions)
    .orderBy(desc(policyVersions.version))
    .limit(1);
  if (!newest) throw new Error('the table policy_versions has no row');
  return hashPolicy(transaction, newest.version);
}

/**
 * Finds why the policy that a request was made under is not the signed one that was in force then; undefined where it
 * is. `sha256` is the hash of the stored rules, `at` the place in the chain that the request was signed at.
 */
export async function findUnsignedPolicy(
  transaction: Transaction,
  { sha256, at }: { sha256: string; at: number },
): Promise<string | undefined> {
  const read = await readKeyList(transaction);
  if (!read) return 'There is no key list that verifies.';
  const rows = await transaction
    .select({ statement: proofEntries.statement, position: proofEntries.position })
    .from(proofEntries)
    .where(
      and(
        eq(proofEntries.root, read.root.fingerprint),
        eq(proofEntries.subject, 'policy'),
        eq(proofEntries.kind, 'policy'),
        lte(proofEntries.position, at),
      ),
    )
    .orderBy(asc(proofEntries.position));
  let inForce = { version: 0, sha256: read.list.root.policy };
  for (const { statement, position } of rows) {
    const stated = readStatement(statement);
    // A version comes into force once, after all before it: an old one that is signed again replaces nothing.
    if (!stated.ok || stated.value.subject.version <= inForce.version) continue;
    const { kind, subject, sha256: signed } = stated.value;
    const refused = await findUnsignedChange(transaction, { kind, subject, sha256: signed }, position);
    if (!refused) inForce = { version: subject.version, sha256: signed };
  }
  if (inForce.sha256 === sha256) return undefined;
  return inForce.sha256 === undefined ? NONE : OTHER;
}

const OTHER = 'The policy that this request was made under is not the one that two administrators signed.';
const NONE = 'No policy is signed: two administrators must sign a version first.';
