import 'server-only';
import type { AuditAction } from '@/lib/audit/audit-log';
import { type ProposalFailure, type ProposalKind, ruleOf } from '@/lib/proposals/proposals';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import type { Person } from '@/lib/server/auth/sessions';

/** Step of one person with a proposal, and its result. */
export interface Step {
  kind: ProposalKind;
  subject: string;
  /** Details for the audit entry, such as the payload and the comment. */
  after: Record<string, unknown>;
  result: Result<
    { proposalId: string; actions: { action: AuditAction; before?: unknown; after?: unknown }[] },
    ProposalFailure | Unsigned
  >;
}

/** Takes a step in a transaction and records it in the audit log in the same transaction, also where it was denied. */
export async function takeStep(
  person: Person,
  work: (transaction: Transaction) => Promise<Step>,
): Promise<Result<{ proposalId: string }, ProposalFailure | Unsigned>> {
  return inTransaction(async (transaction) => {
    const { kind, subject, after, result } = await work(transaction);
    const entry = {
      ...actedBy(person),
      subject: ruleOf(kind).auditSubject(subject),
    };
    const details = { kind, ...after };
    if (result.ok) {
      const { proposalId, actions } = result.value;
      for (const { action, ...change } of actions) {
        await appendAudit(transaction, {
          action,
          ...entry,
          ...change,
          after: change.after ?? { proposalId, ...details },
        });
      }
      return ok({ proposalId });
    }
    const { error } = result;
    // Asked to sign the step: nothing is refused.
    if (error.kind === 'unsigned') return fail(error);
    const reason = 'reason' in error ? error.reason : error.kind;
    await appendAudit(transaction, {
      action: error.kind === 'void' ? 'proposal.void' : 'proposal.refused',
      ...entry,
      after: details,
      reason,
    });
    return fail(error);
  });
}
