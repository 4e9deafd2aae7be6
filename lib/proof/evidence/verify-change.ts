import { type CountedDecision, isSameVoter, type SignedDecision, verifyInChain } from '@/lib/proof/counted';
import { KINDS } from '@/lib/proof/kinds';
import { refuse, type Refusal, type RefusalName } from '@/lib/proof/refusals';
import type { ProofContext } from '@/lib/proof/signed';
import type { Statement } from '@/lib/proof/statement';
import { ok, type Result } from '@/lib/result';

/**
 * Verifies a change that several people sign, such as a version of the policy: as many different people as its kind
 * takes signed these bytes, one of them in a role that may confirm, each with a passkey that was on the list when the
 * signature arrived. Passkeys that were removed later do not undo a change. Signatures under different proposals of the
 * same change are not added up: what was declined or withdrawn is not completed by another person's proposal.
 */
export async function verifyChange(
  context: ProofContext,
  decisions: readonly SignedDecision[],
  expected: Pick<Statement, 'kind' | 'subject' | 'sha256'>,
): Promise<Result<CountedDecision[], Refusal>> {
  const byProposal = new Map<string | undefined, CountedDecision[]>();
  let first: Refusal | undefined;
  for (const decision of decisions) {
    const verified = await verifyInChain(context, decision, (number) => number - 1);
    const proposal = verified.ok ? verified.value.statement.proposedBy : undefined;
    const counted = byProposal.get(proposal) ?? [];
    const refused = verified.ok ? refusalOfChange(verified.value, expected, counted) : verified.error.name;
    if (verified.ok && refused === undefined) byProposal.set(proposal, [...counted, verified.value]);
    else first ??= verified.ok ? refuse(refused ?? 'other-subject').error : verified.error;
  }
  const { signers: needed, confirmers } = KINDS[expected.kind];
  const isComplete = (counted: readonly CountedDecision[]) =>
    counted.length >= needed && isConfirmedBy(counted, confirmers);
  const complete = [...byProposal.values()].find(isComplete);
  if (complete) return ok(complete);
  const counted = [...byProposal.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
  const isConfirmed = isConfirmedBy(counted, confirmers);
  const missing = isConfirmed
    ? `${counted.length} of ${needed} count.`
    : `None is by a person who may confirm such a change (${confirmers?.join(', ') ?? ''}).`;
  return refuse('too-few-signatures', first ? `${missing} The first that does not: ${first.sentence}` : missing);
}

function isConfirmedBy(counted: readonly CountedDecision[], confirmers: readonly string[] | undefined): boolean {
  return counted.some(({ statement }) => confirmers?.includes(statement.as) ?? true);
}

function refusalOfChange(
  { statement }: CountedDecision,
  expected: Pick<Statement, 'kind' | 'subject' | 'sha256'>,
  earlier: readonly CountedDecision[],
): RefusalName | undefined {
  const { kind, subject, sha256 } = statement;
  if (kind !== expected.kind) return 'other-kind';
  if (subject.id !== expected.subject.id || subject.version !== expected.subject.version) return 'other-subject';
  if (sha256 !== expected.sha256) return 'other-bytes';
  return earlier.some((vote) => isSameVoter(statement, vote.statement)) ? 'already-signed' : undefined;
}
