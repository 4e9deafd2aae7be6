import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { MAX_ANSWER_MS } from '@/lib/proof/statement';
import type { Person } from '@/lib/server/auth/sessions';
import { type Database, database, type Transaction } from '@/lib/server/database/client';
import { proofChallenges } from '@/lib/server/database/schema/proofs';

export type Challenge = typeof proofChallenges.$inferSelect;
type NewChallenge = Pick<Challenge, 'purpose' | 'statement' | 'content'> &
  Partial<Pick<Challenge, 'registration' | 'setUpId' | 'issuedAt'>> & { nonce: string };

/** Schema of a nonce that a browser returns. */
export const nonceSchema = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

/** Creates a random challenge or nonce of so many bytes, in base64url. */
export const createNonce = (byteCount: number) => randomBytes(byteCount).toString('base64url');

/**
 * Stores a challenge for the caller's session, to be answered within ten minutes, and deletes those of yesterday.
 */
export async function issueChallenge(
  { id, sessionKey }: Person,
  { issuedAt = new Date(), ...challenge }: NewChallenge,
  into: Database | Transaction = database(),
): Promise<void> {
  await into.delete(proofChallenges).where(lt(proofChallenges.endsAt, sql`now() - interval '1 day'`));
  const endsAt = new Date(issuedAt.getTime() + MAX_ANSWER_MS);
  await into.insert(proofChallenges).values({ ...challenge, personId: id, sessionKey, issuedAt, endsAt });
}

/**
 * Accepts a challenge once, in the session that it was issued to and in time. Returns undefined for every other one:
 * answered before, another person's, of another session, late, or never issued.
 */
export async function acceptChallenge(
  transaction: Transaction,
  { id, sessionKey }: Person,
  { nonce, purpose }: { nonce: string; purpose: Challenge['purpose'] },
): Promise<Challenge | undefined> {
  const [accepted] = await transaction
    .update(proofChallenges)
    .set({ acceptedAt: sql`now()` })
    .where(
      and(
        eq(proofChallenges.nonce, nonce),
        eq(proofChallenges.purpose, purpose),
        eq(proofChallenges.personId, id),
        eq(proofChallenges.sessionKey, sessionKey),
        isNull(proofChallenges.acceptedAt),
        gt(proofChallenges.endsAt, sql`now()`),
      ),
    )
    .returning();
  return accepted;
}

/** Sentence for a challenge that cannot be answered any more. */
export const CHALLENGE_GONE =
  'This prompt was answered already, belongs to another sign-in, or is older than ten minutes. Start again.';
