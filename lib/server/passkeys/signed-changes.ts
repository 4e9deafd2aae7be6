/**
 * Verification of changes that people sign, from the statements in the chain alone: no row says that a change was made,
 * or who made it (lib/proof/evidence/verify-decision.ts).
 */
import 'server-only';
import { and, asc, eq, lte } from 'drizzle-orm';
import type { StatementKind } from '@/lib/proof/kinds';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { verifyChange } from '@/lib/proof/evidence/verify-change';
import type { Transaction } from '@/lib/server/database/client';
import { proofEntries } from '@/lib/server/database/schema/proofs';
import { readKeyList, toAssertion } from '@/lib/server/passkeys/key-list/chain';

/** A change as its statements must describe it. */
export interface SignedChange {
  kind: StatementKind;
  subject: { id: string; version: number };
  /** SHA-256 of the bytes that were decided on. */
  sha256: string;
}

/**
 * Finds why a change is not signed by as many people as its kind takes; undefined where it is. `until`: place in the
 * chain after which a signature comes too late.
 */
export async function findUnsignedChange(
  reader: Pick<Transaction, 'select'>,
  { kind, subject, sha256 }: SignedChange,
  until = Number.MAX_SAFE_INTEGER,
): Promise<Refusal | undefined> {
  const read = await readKeyList(reader);
  if (!read) return refuse('root-malformed', 'There is no key list that verifies.').error;
  const rows = await reader
    .select()
    .from(proofEntries)
    .where(
      and(
        eq(proofEntries.root, read.root.fingerprint),
        eq(proofEntries.subject, subject.id),
        eq(proofEntries.kind, kind),
        lte(proofEntries.position, until),
      ),
    )
    .orderBy(asc(proofEntries.position));
  const decisions = rows.map((row) => ({ statement: row.statement, assertion: toAssertion(row) }));
  const verified = await verifyChange(read.list, decisions, { kind, subject, sha256 });
  return verified.ok ? undefined : verified.error;
}
