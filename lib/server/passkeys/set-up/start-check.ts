import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { SettingsIssue } from '@/lib/server/config/environment-check';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { proofEntries } from '@/lib/server/database/schema/proofs';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';

/**
 * Finds what the environment says of the key list and the database does not have: the root (PROOF_ROOT), or the entry
 * that the chain had reached (PROOF_HEAD). A database without them was restored, replaced or shortened.
 */
export async function findMissingProof(): Promise<SettingsIssue[]> {
  const { PROOF_ROOT, PROOF_HEAD } = settings();
  if (PROOF_ROOT === undefined)
    return PROOF_HEAD === undefined ? [] : [{ name: 'PROOF_HEAD', message: 'needs PROOF_ROOT, which is not set' }];
  if (!(await readRootInForce())) return [{ name: 'PROOF_ROOT', message: MISSING_ROOT }];
  if (PROOF_HEAD === undefined) return [];
  const [position = '', hash = ''] = PROOF_HEAD.split(':');
  const [found] = await database()
    .select({ hash: proofEntries.hash })
    .from(proofEntries)
    .where(and(eq(proofEntries.root, PROOF_ROOT), eq(proofEntries.position, Number(position))));
  return found?.hash === hash ? [] : [{ name: 'PROOF_HEAD', message: MISSING_HEAD }];
}

const MISSING_ROOT =
  'names a key list that the database does not have; the database is another one, or it was changed. ' +
  'docs/operations.md, "Passkeys", says what to do';
const MISSING_HEAD =
  'names an entry that the chain of signed statements does not have: newer entries are missing from the database. ' +
  'docs/operations.md, "Passkeys", says what to do';
