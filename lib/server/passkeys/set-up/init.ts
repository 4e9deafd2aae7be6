import 'server-only';
import { randomBytes } from 'node:crypto';
import { base32 } from '@scure/base';
import { and, eq } from 'drizzle-orm';
import { sha256Hex } from '@/lib/proof/bytes';
import { RECOMMENDED_ADMINISTRATORS } from '@/lib/passkeys/contract';
import { formatFingerprint } from '@/lib/passkeys/fingerprint';
import { settings } from '@/lib/server/config/settings';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { proofEntries, proofSetUps } from '@/lib/server/database/schema/proofs';
import { relyingParty } from '@/lib/server/passkeys/register';
import { hashCode, openSetUp, SET_UP_MINUTES } from '@/lib/server/passkeys/set-up/set-up-rows';
import type { SettingsIssue } from '@/lib/server/config/environment-check';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';

// 100 bits, in groups of four.
const CODE_LENGTH = 20;

interface Terminal {
  write: (line: string) => void;
  /** Waits until the database is asked again. */
  wait: () => Promise<void>;
}

/**
 * Runs the set-up of a key list from a terminal (`npm run proof:init`): prints a one-time code, waits until all
 * administrators agreed on the page, and writes the fingerprint as its last line. Throws where the address cannot hold
 * passkeys, where a set-up is open already, and where this one is cancelled or runs out.
 */
export async function runSetUp({ write, wait }: Terminal): Promise<void> {
  const rp = relyingParty();
  if (!rp.ok) throw new Error(rp.error);
  const code = base32.encode(randomBytes(16)).slice(0, CODE_LENGTH);
  const id = await inTransaction(async (transaction) => {
    const opened = await openSetUp(transaction, { codeHash: hashCode(code) });
    if (opened !== undefined)
      await appendAudit(transaction, { action: 'root.begun', actor: null, subject: 'key-list', origin: null });
    return opened;
  });
  if (id === undefined)
    throw new Error('A set-up is open already. Cancel it under Account, or wait until it runs out.');
  write(`One-time code: ${code.match(/.{4}/g)?.join('-')}`);
  write(`Each administrator enters it within ${SET_UP_MINUTES} minutes at ${settings().NEXTAUTH_URL}/account/set-up.`);
  write(`Two administrators are the least. Take ${RECOMMENDED_ADMINISTRATORS}: with two, the loss of one’s passkeys`);
  write('takes a new set-up, since two others confirm and remove the passkeys of an administrator.');
  const document = await waitForEnd(id, wait);
  const fingerprint = await sha256Hex(document);
  write('All administrators agreed to this fingerprint:');
  write(formatFingerprint(fingerprint));
  write('Set PROOF_ROOT in the environment of the console to it, and start the console again.');
  write(fingerprint);
}

async function waitForEnd(id: string, wait: () => Promise<void>): Promise<string> {
  for (;;) {
    const [found] = await database().select().from(proofSetUps).where(eq(proofSetUps.id, id));
    if (!found) throw new Error('The set-up is gone from the database.');
    const { outcome, document, endsAt } = found;
    if (outcome === 'agreed' && document !== null) return document;
    if (outcome !== null)
      throw new Error('The set-up was cancelled or ran out. Nothing was kept. Run the command again.');
    if (endsAt.getTime() <= Date.now()) throw new Error('The set-up ran out. Nothing was kept. Run the command again.');
    await wait();
  }
}

/**
 * Finds what the environment says of the key list and the database does not have: the root (PROOF_ROOT), or the entry
 * that the chain had reached (PROOF_HEAD). A database without them was restored, replaced or shortened.
 */
export async function findMissingProof(from: Pick<Transaction, 'select'> = database()): Promise<SettingsIssue[]> {
  const { PROOF_ROOT, PROOF_HEAD } = settings();
  if (PROOF_ROOT === undefined)
    return PROOF_HEAD === undefined ? [] : [{ name: 'PROOF_HEAD', message: 'needs PROOF_ROOT, which is not set' }];
  if (!(await readRootInForce(from))) return [{ name: 'PROOF_ROOT', message: MISSING_ROOT }];
  if (PROOF_HEAD === undefined) return [];
  const [position = '', hash = ''] = PROOF_HEAD.split(':');
  const [found] = await from
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
