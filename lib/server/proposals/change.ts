import 'server-only';
import type { z } from 'zod';
import type { ProposalKind } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';
import type { Capability } from '@/lib/identity/roles';
import type { Transaction } from '@/lib/server/database/client';
import type { Person } from '@/lib/server/auth/sessions';

/** Choices of the person who confirms, by the key that the kind of change defines. */
export type Choices = Readonly<Record<string, string>>;

/** Kind of change that takes two people: its payload, its checks and its effect. */
export interface TwoPersonChange<Payload> {
  kind: ProposalKind;
  /** Capability to propose the change; lib/proposals/proposals says which one confirms it. */
  capability: Capability;
  payloadSchema: z.ZodType<Payload>;
  /**
   * Checks a change when it is proposed, and again before it is confirmed, outside any transaction, so that it may call
   * the service. Returns the payload to store, or a sentence that says why the change is not possible.
   */
  prepare: (change: { subject: string; payload: Payload; person: Person }) => Promise<Result<Payload, string>>;
  /** Explains why these choices do not suffice to confirm; for kinds that have the confirming person choose. */
  addressChoiceBlockReason?: (payload: Payload, choices: Choices) => string | undefined;
  /**
   * Makes the change, in the transaction that confirms it. Returns what the audit log records, or a sentence that says
   * why the change no longer applies: then nothing changes and the proposal is void.
   */
  apply: (
    transaction: Transaction,
    change: { subject: string; payload: Payload; proposalId: string; confirmer: Person },
  ) => Promise<Result<{ before?: unknown; after?: unknown }, string>>;
}

/** Change of any kind; its payload was checked by the kind's own schema. */
export type AnyChange = TwoPersonChange<unknown>;

/** Returns the change of a kind. The table of all kinds is in lib/server/proposal-registry, a composition root. */
export type FindChange = (kind: ProposalKind) => AnyChange;
