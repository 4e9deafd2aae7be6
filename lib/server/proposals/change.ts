import 'server-only';
import type { z } from 'zod';
import type { ProposalKind } from '@/lib/proposals';
import type { Result } from '@/lib/result';
import type { Capability } from '@/lib/roles';
import type { Transaction } from '@/lib/server/database/client';
import type { Person } from '@/lib/server/people/sessions';

/** What a kind of change that takes two is: who may ask for it and confirm it, and what it does. */
export interface TwoPersonChange<Payload> {
  kind: ProposalKind;
  /** Of both people. */
  capability: Capability;
  payloadSchema: z.ZodType<Payload>;
  /**
   * Runs when it is asked for, and again before it is confirmed, outside any transaction: may ask the service. Gives
   * the payload as it is to be kept, or why it cannot be, in words.
   */
  prepare: (change: { subject: string; payload: Payload; person: Person }) => Promise<Result<Payload, string>>;
  /**
   * Makes the change, in the transaction that confirms it. Gives what to write into the audit log; or, in words, why
   * what it was about is no longer so: then nothing changes and the proposal is void.
   */
  apply: (
    transaction: Transaction,
    change: { subject: string; payload: Payload; proposalId: string; confirmer: Person },
  ) => Promise<Result<{ before?: unknown; after?: unknown }, string>>;
}
