import type { Assertion } from '@/lib/proof/keys/assertion';
import { type Refusal, refuse } from '@/lib/proof/refusals';
import { isSamePerson } from '@/lib/proof/keys/root';
import { type ProofContext, verifySigned } from '@/lib/proof/signed';
import type { Statement } from '@/lib/proof/statement';
import { ok, type Result } from '@/lib/result';

/**
 * A decision as it is stored: the signed statement, and the texts that it names by hash. In a batch, `items`, `facts`
 * and `findings` are lines `id version sha256` (`writeItems`), one for each request; `attachments` has those of the
 * requests that have files.
 */
export interface SignedDecision {
  statement: string;
  assertion: Assertion | null;
  items?: string;
  facts?: string;
  findings?: string;
  attachments?: string;
}

/** A decision that counts. */
export interface CountedDecision {
  statement: Statement;
  /** Number of its entry in the chain. */
  number: number;
  credentialId: string;
}

/**
 * Verifies that a decision is in the chain, signed by a passkey that was on the list when it was signed and still is at
 * the entry that `untilOf` gives for the decision's own number.
 */
export async function verifyInChain(
  context: ProofContext,
  { statement, assertion }: SignedDecision,
  untilOf: (number: number) => number,
): Promise<Result<CountedDecision, Refusal>> {
  const number = await context.chain.numberOfStatement(statement);
  if (number === undefined) return refuse('statement-not-in-chain');
  const verified = await verifySigned(context, { number, statement, assertion }, untilOf(number));
  if (!verified.ok) return verified;
  return ok({ statement: verified.value.statement, number, credentialId: verified.value.key.record.credentialId });
}

type Voter = Pick<Statement, 'person'> & { for?: string };

/** Tells whether two voters count as one: the same person, or a delegate and the person they decide for. */
export function isSameVoter(one: Voter, other: Voter): boolean {
  const isDelegated = one.for === other.person.id || other.for === one.person.id;
  return isSamePerson(one.person, other.person) || isDelegated || (one.for !== undefined && one.for === other.for);
}
