import 'server-only';
import type { AuditAction } from '@/lib/audit/audit-log';
import { PROPOSAL_RULES, type ProposalFailure, type ProposalKind } from '@/lib/proposals/proposals';
import { fail, ok, type Result } from '@/lib/result';
import { appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import type { Person } from '@/lib/server/auth/sessions';

/** One person's step with a proposal: what it is about and what came of it. */
export interface Step {
  kind: ProposalKind;
  subject: string;
  /** For the audit log: what was asked for or said. */
  after: Record<string, unknown>;
  result: Result<
    { proposalId: string; actions: { action: AuditAction; before?: unknown; after?: unknown }[] },
    ProposalFailure
  >;
}

/** Takes a step in a transaction and writes it down in the same one, also where it was refused. */
export async function takeStep(
  person: Person,
  work: (transaction: Transaction) => Promise<Step>,
): Promise<Result<{ proposalId: string }, ProposalFailure>> {
  return inTransaction(async (transaction) => {
    const { kind, subject, after, result } = await work(transaction);
    const entry = {
      actor: { id: person.id, name: person.name },
      subject: PROPOSAL_RULES[kind].auditSubject(subject),
      origin: person.origin,
    };
    const about = { kind, ...after };
    if (result.ok) {
      const { proposalId, actions } = result.value;
      for (const { action, ...change } of actions) {
        await appendAudit(transaction, {
          action,
          ...entry,
          ...change,
          after: change.after ?? { proposalId, ...about },
        });
      }
      return ok({ proposalId });
    }
    const { error } = result;
    const reason = 'reason' in error ? error.reason : error.kind;
    await appendAudit(transaction, {
      action: error.kind === 'void' ? 'proposal.void' : 'proposal.refused',
      ...entry,
      after: about,
      reason,
    });
    return fail(error);
  });
}
