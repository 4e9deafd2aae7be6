import 'server-only';
import { desc, eq } from 'drizzle-orm';
import { database, type Transaction } from '@/lib/server/database/client';
import { proofRoots } from '@/lib/server/database/schema/proofs';
import { settings } from '@/lib/server/config/settings';

/** A root in force: its text, and whether the environment names it. */
export interface RootInForce {
  fingerprint: string;
  document: string;
  at: Date;
  /** False in a sandbox without PROOF_ROOT, where the newest root of the database counts. */
  isPinned: boolean;
}

/**
 * Reads the root in force: the one that PROOF_ROOT names. Without PROOF_ROOT a sandbox takes the newest root of its
 * database, so that passkeys can be tried without a restart; production then has none
 * (docs/decisions/0035-passkeys-and-their-root.md).
 */
export async function readRootInForce(
  from: Pick<Transaction, 'select'> = database(),
): Promise<RootInForce | undefined> {
  const { PROOF_ROOT, CONSOLE_ENVIRONMENT } = settings();
  if (PROOF_ROOT === undefined && CONSOLE_ENVIRONMENT === 'production') return undefined;
  const [found] = await from
    .select({ fingerprint: proofRoots.fingerprint, document: proofRoots.document, at: proofRoots.at })
    .from(proofRoots)
    .where(PROOF_ROOT === undefined ? undefined : eq(proofRoots.fingerprint, PROOF_ROOT))
    .orderBy(desc(proofRoots.at))
    .limit(1);
  return found && { ...found, isPinned: PROOF_ROOT !== undefined };
}
