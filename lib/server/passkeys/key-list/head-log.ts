import 'server-only';
import { desc, eq } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { proofEntries } from '@/lib/server/database/schema/proofs';
import { log } from '@/lib/server/observability/log';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';
import { startLoop } from '@/lib/server/workers/loop';

const LOG_INTERVAL_MS = 60_000;

/**
 * Writes the head of the chain of signed statements to the log, as PROOF_HEAD takes it. Where logs are shipped to, it
 * is an anchor that nobody with rights in the database can change (docs/operations.md#passkeys). Nothing without a
 * root.
 */
export async function logProofHead(): Promise<number> {
  const root = await readRootInForce();
  if (!root) return 0;
  const [newest] = await database()
    .select({ position: proofEntries.position, hash: proofEntries.hash })
    .from(proofEntries)
    .where(eq(proofEntries.root, root.fingerprint))
    .orderBy(desc(proofEntries.position))
    .limit(1);
  const proofHead = newest ? `${newest.position}:${newest.hash}` : `0:${root.fingerprint}`;
  log.info({ proofRoot: root.fingerprint, proofHead }, 'head of the signed statements');
  return 0;
}

/** Starts writing that head to the log every minute, once per process. */
export function startLoggingProofHead(): void {
  startLoop('proof-head', logProofHead, { everyMs: LOG_INTERVAL_MS });
}
